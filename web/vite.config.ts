import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin, Rolldown } from 'vite'

type OutputBundle = Rolldown.OutputBundle
type OutputChunk = Rolldown.OutputChunk

const apiTarget = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`

/**
 * Takes texts without values out of functions: the page's language never changes, so they are constants. Left where they are, the
 * React Compiler would keep each in a cache slot of its own, a hundred bytes a text.
 */
function hoistWords(): Plugin {
  return {
    name: 'imperium-hoist-words',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/, code: /\bt\(['"`]/ },
      handler(code) {
        const names = new Map<string, string>()
        const inside = code.replace(/(?<![\w.])t\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")\s*,?\s*\)/g, (_call, text: string) => {
          const name = names.get(text) ?? `_words${names.size}`
          names.set(text, name)
          return name
        })
        // Before the imports, which come first in any case: constants of the module may need them.
        const constants = [...names].map(([text, name]) => `const ${name} = /* @__PURE__ */ t(${text});`).join(' ')
        return { code: constants + inside, map: null }
      },
    },
  }
}

/** The entry only brings the words and then imports the app; the page names the app's files itself, so that none waits for the entry. */
function preloadApp(): Plugin {
  const filesOf = (bundle: OutputBundle, chunk: OutputChunk, into = new Set<OutputChunk>()) => {
    if (into.has(chunk)) return into
    into.add(chunk)
    for (const name of chunk.imports) {
      const next = bundle[name]
      if (next?.type === 'chunk') filesOf(bundle, next, into)
    }
    return into
  }
  return {
    name: 'imperium-preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const app = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/start-app.tsx'))
        if (!bundle || app?.type !== 'chunk') throw new Error('The build has no chunk of start-app.tsx.')
        const chunks = [...filesOf(bundle, app)]
        const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
        const links = [
          ...chunks.map(({ fileName }) => ({ rel: 'modulepreload', href: `/${fileName}` })),
          ...[...styles].map((file) => ({ rel: 'stylesheet', href: `/${file}` })),
        ]
        return links
          .filter(({ href }) => !html.includes(`"${href}"`))
          .map((attrs) => ({ tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' as const }))
      },
    },
  }
}

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
    react({ compiler: true }),
    preloadApp(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
              test: /web[\\/]src[\\/](lib|theme)[\\/](?!(words|load-words|storage)\.).*\.tsx?$|contract[\\/]src[\\/](kit[\\/]|auth|dashboard|languages|organizations|permissions|plans)/,
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
