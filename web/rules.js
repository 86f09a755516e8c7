// Prints the rules of all games in English, with their pictures, as JSON: the documentation is made of it.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createServer } from 'vite';

const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'warn',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  plugins: [svelte({ emitCss: false })],
});
try {
  const { told } = await vite.ssrLoadModule('/src/rules.ts');
  process.stdout.write(JSON.stringify(told()));
} finally {
  await vite.close();
}
