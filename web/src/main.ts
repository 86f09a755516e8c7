import { mount } from 'svelte';
import './app.css';
import { startRouting } from './lib/route.svelte';
import App from './shell/App.svelte';

startRouting();
const target = document.getElementById('app');
if (target) mount(App, { target });
