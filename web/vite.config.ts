import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  // The server puts its root path before the addresses in the page; files refer to each other relatively.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  build: {
    outDir: '../src/abaculus/_web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        // The font's licence has no extension; a browser shows it as text.
        assetFileNames: ({ names }) =>
          `assets/[name]-[hash]${names[0]?.includes('.') ? '[extname]' : '.txt'}`,
      },
    },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8108', ws: true } },
  },
});
