import { defineConfig } from 'vite'

/** The chat widget for pages of others: one classic script without the app's code, under an address that never changes. */
export default defineConfig({
  build: {
    outDir: 'dist/chat',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'es2022',
    lib: { entry: 'widget/main.ts', formats: ['iife'], name: 'ImperiumChat', fileName: () => 'widget.js' },
  },
  publicDir: false,
})
