import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
    react({ compiler: true }),
  ],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
            // Small modules that every page needs, as one request instead of ten.
            {
              name: 'app',
              test: /web[\\/]src[\\/](lib|theme)[\\/].*\.tsx?$|contract[\\/]src[\\/](kit[\\/]|auth|organizations|permissions|plans)/,
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
              entriesAwareMergeThreshold: 6_000,
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
