import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { hoistWords, leanContract, preloadApp, withoutJsonSchema } from './vite-plugins.ts'

const apiTarget = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`

export default defineConfig({
  plugins: [
    // Code is split by the features' own lazy exports, so the plugin only has to keep routeTree.gen.ts in step.
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      autoCodeSplitting: false,
    }),
    hoistWords(),
    leanContract(),
    withoutJsonSchema(),
    react({ compiler: true }),
    preloadApp(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What the page itself names (preloadApp) need not stand in the list of each import again.
      resolveDependencies: (_file, files) =>
        files.filter((file) => !/^assets\/(rolldown-runtime|react|base|app|ui|start-app|index)-/.test(file)),
    },
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        // Their full names list every page that shares them, and stand in every file that imports them.
        chunkFileNames: ({ name }) => (name.includes('~') ? 'assets/vendor-[hash].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
            // Small modules that every page needs, as one request instead of ten; without those that the entry runs before the rest.
            {
              name: 'app',
              test: /web[\\/]src[\\/](lib|theme)[\\/](?!(words|load-words|storage)\.).*\.tsx?$|contract[\\/]src[\\/](kit[\\/]|auth|avatars|dashboard|languages|organizations|permissions|plans)/,
              priority: 15,
            },
            {
              name: 'ui',
              test: /web[\\/]src[\\/]ui[\\/](page|logo|card|empty-state|error-state|relative-time|kbd|org-link|is-typing)\./,
              priority: 14,
            },
            { name: 'sign-in', test: /features[\\/]auth[\\/](login-page|auth-frame|auth-art)\./, priority: 13 },
            // What the first page needs, whichever it is. Left to themselves these would be cut by who shares them into a dozen requests.
            {
              name: 'base',
              test: /node_modules[\\/](@tanstack[\\/](router-core|react-router|query-core|react-query|history|store|react-store)|zod|@mantine[\\/](form|core[\\/]esm[\\/](core|components[\\/](Input|PasswordInput|TextInput|InputBase|Button|ActionIcon|CloseButton|Loader|Transition|UnstyledButton)))|klona|fast-deep-equal|use-sync-external-store)[\\/]/,
              priority: 12,
            },
            // Menus, hints and other floating things: every page of an organization.
            {
              name: 'floating',
              test: /node_modules[\\/](@floating-ui|@mantine[\\/]core[\\/]esm[\\/]components[\\/](Menu|Popover|Tooltip|FloatingIndicator|SegmentedControl|Portal|Overlay|FocusTrap|VisuallyHidden|Skeleton))[\\/]/,
              priority: 11,
            },
            {
              name: 'vendor',
              test: /node_modules[\\/](?!d3-|internmap)/,
              entriesAware: true,
              entriesAwareMergeThreshold: 4_000,
              priority: 10,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': apiTarget } },
  preview: { proxy: { '/api': apiTarget } },
})
