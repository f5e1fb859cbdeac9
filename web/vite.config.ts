import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lightContract } from './vite-light-contract.ts'
import { routeTree, splitRoutes } from './vite-route-tree.ts'
import { preloadPages } from './vite-preload-pages.ts'
import { hoistWords, iconsOf, leanContract, preloadApp, withoutJsonSchema, withoutZodWords } from './vite-plugins.ts'

const apiTarget = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`
/** Paths that the server answers: the API, and the pages without a script. */
const proxy = Object.fromEntries(
  ['/api', '/forms/', '/confirm/', '/unsubscribe/', '/choices/', '/chat/', '/l/'].map((path) => [path, apiTarget]),
)

export default defineConfig({
  plugins: [
    routeTree(),
    splitRoutes(),
    hoistWords(),
    lightContract(),
    leanContract(),
    withoutJsonSchema(),
    withoutZodWords(),
    react({ compiler: true }),
    preloadApp(),
    preloadPages(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Preloads styles and the page itself only. The names of all shared files would add more to the first page than
      // the short delay until the browser finds them in the page's imports.
      resolveDependencies: (file, files) => files.filter((each) => each.endsWith('.css') || each === file),
    },
    reportCompressedSize: true,
    rolldownOptions: {
      // A feature's index lists exports for several pages: tree shaking removes those that a page does not use.
      treeshake: { moduleSideEffects: [{ test: /web[\\/]src[\\/](features|ui|lib)[\\/].*\.tsx?$/, sideEffects: false }] },
      output: {
        // Full names list every page that shares a chunk and repeat in every importing file; so do the hashes, which do not compress.
        chunkFileNames: ({ name }) => (name.includes('~') ? 'assets/vendor-[hash:7].js' : 'assets/[name]-[hash:7].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
            // Small modules that every page needs, in one request instead of ten; without those that the entry runs first.
            {
              name: 'app',
              test: /web[\\/]src[\\/]((lib|theme)[\\/](?!(words|brand[\\/]brand|load-translations|([\w-]+[\\/])?[\w-]*labels|country-options|storage|passkeys|download|stream|use-stream|use-gate|format|use-elapsed|use-is-phone|load-avatar|language-names|use-session|feature|queries[\\/][\w-]+)\.).*|features[\\/]([\w-]+[\\/]guards|(auth|settings|organizations|landing)[\\/]index|organizations[\\/]api|auth[\\/](api|enter|identity-host)))\.tsx?$|contract[\\/]src[\\/](kit[\\/](?!message\.)[\w-]+\.ts\?light|([\w-]+[\\/])?(auth|avatars|contrast|languages|organizations|plans|team)\.ts\?light)|packages[\\/]client[\\/]src[\\/]core\.ts/,
              priority: 15,
            },
            {
              name: 'ui',
              test: /web[\\/]src[\\/]ui[\\/]([\w-]+[\\/])?(page|logo|card|empty-state|error-state|org-link|rich|confirm)\./,
              priority: 14,
            },
            {
              name: 'sign-in',
              test: /features[\\/]auth[\\/](auth-frame|auth-art|auth\.module|pending-sign-in|passkey-button)\b/,
              priority: 13,
            },
            // What the routes of an organization name of its features, apart from those that pages before sign-in use.
            {
              name: 'features',
              test: /web[\\/]src[\\/]features[\\/](?!(api-reference|auth|channels|consents|email-designer|identities|landing|mailbox|mcp|notes|notifications|onboarding|organizations|profile|security|settings|workflows)[\\/])[\w-]+[\\/](index|[\w-]*search)\.tsx?$/,
              priority: 14,
            },
            // Code that an organization's frame and first page share with later pages.
            {
              name: 'frame',
              test: /web[\\/]src[\\/](lib|ui)[\\/]([\w-]+[\\/])?(format|use-elapsed|use-is-phone|relative-time|overlays|error-boundary|return-focus|kbd|is-typing|avatar|use-scroll-root|use-rows|stat-strip|delta|money|lazy-charts|charts)\.|contract[\\/]src[\\/]([\w-]+[\\/])?permissions(\.gen)?\.ts\?light/,
              priority: 13,
            },
            // Schemas and inputs load with the first form; read-only pages do not need them.
            {
              name: 'forms',
              test: /node_modules[\\/](zod|klona|fast-deep-equal|@mantine[\\/](form|core[\\/]esm[\\/]components[\\/](PasswordInput|TextInput|InputBase)))[\\/.]|contract[\\/]src[\\/]kit[\\/][\w-]+\.ts$|web[\\/]src[\\/]ui[\\/]form[\\/](use-contract-form|field-errors)\./,
              priority: 17,
            },
            // A page that lists a noun, in one piece.
            {
              name: 'list',
              test: /web[\\/]src[\\/]ui[\\/]list[\\/](list-page|list-view)\./,
              priority: 13,
            },
            // Code for every first page. Automatic splitting by importers would create a dozen requests.
            {
              name: 'base',
              test: /node_modules[\\/](@tanstack[\\/](router-core|react-router|query-core|react-query|history|store|react-store)|@mantine[\\/](core[\\/]esm[\\/](core|components[\\/](Input|Button|ActionIcon|CloseButton|Loader|Transition|UnstyledButton|Skeleton|Checkbox[\\/]CheckIcon))|hooks[\\/]esm[\\/](use-(id|uncontrolled|merged-ref|isomorphic-effect|media-query|did-update|reduced-motion)|utils[\\/]random-id))|@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/](createReactComponent|defaultAttributes)|clsx|use-sync-external-store)[\\/.]/,
              priority: 12,
            },
            // The menus of the header load after the first paint.
            {
              name: 'menus',
              test: /node_modules[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](Menu|Popover|ScrollArea[\\/](?!use-resize-observer|utils[\\/]to-int))|web[\\/]src[\\/]shell[\\/]([\w-]+-menus?|mode-toggle)\./,
              priority: 16,
            },
            // Tooltips and other floating elements with their dependencies: used on every page of an organization.
            {
              name: 'floating',
              test: /node_modules[\\/](@floating-ui|@mantine[\\/](core[\\/]esm[\\/](utils[\\/]Floating[\\/](?!use-(context-menu|delayed-hover))|components[\\/](Tooltip|FloatingIndicator|SegmentedControl|Portal|VisuallyHidden|ScrollArea[\\/](use-resize-observer|utils[\\/]to-int)))|hooks[\\/]esm[\\/](use-(shallow-effect|timeout|mounted|mutation-observer|debounced-callback)|utils[\\/](clamp|shallow-equal|use-callback-ref))))[\\/.]/,
              priority: 11,
            },
            // Icons apart from the rest: merged with a component of their size, each would bring it to pages that only show the icon.
            { name: 'icons', test: iconsOf('src/ui/**/*.ts*', 'src/features/auth/**/*.ts*'), priority: 11 },
            {
              name: 'frame-icons',
              test: iconsOf('src/shell/**/*.ts*', 'src/features/dashboard/**/*.ts*', 'src/features/*/feature.ts'),
              priority: 10,
            },
            { name: 'icons', test: /@tabler[\\/]icons-react/, entriesAware: true, entriesAwareMergeThreshold: 1_000, priority: 9 },
            {
              name: 'vendor',
              test: /node_modules[\\/](?!d3-|internmap)/,
              entriesAware: true,
              entriesAwareMergeThreshold: 1_000,
              priority: 8,
            },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
})
