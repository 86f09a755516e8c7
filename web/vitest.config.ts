import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  server: { fs: { allow: ['..'] } }, // the golden games lie beside the Python tests
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
