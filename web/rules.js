// Prints the rules of all games in English, with their pictures, as JSON: the documentation is made of it.
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';

const folder = join(import.meta.dirname, 'node_modules', '.abaculus-rules');
await build({
  configFile: false,
  logLevel: 'warn',
  build: { ssr: 'src/rules.ts', outDir: folder, emptyOutDir: true },
  ssr: { noExternal: true },
  plugins: [svelte({ emitCss: false })],
});
const { told } = await import(join(folder, 'rules.js'));
process.stdout.write(JSON.stringify(told()));
