import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { Visitor, defineConfig, parseSync } from 'vite'
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

/**
 * Leaves out of the contract what only the server and its documents read: of an operation its summary, limits and reply, which the
 * server checks by the same schema. A schema that nothing else names is then no part of the page. What stays is listed, so that a new
 * property is no cost: those that lib/ and ui/ read.
 */
function leanContract(): Plugin {
  const kept = /^(id|method|path|access|params|query|body|event|paged|idempotent|upload)$/
  return {
    name: 'imperium-lean-contract',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler(code, id) {
        const cuts: { from: number; to: number; text: string }[] = []
        const { program } = parseSync(id, code)
        new Visitor({
          CallExpression({ callee, arguments: [definition] }) {
            if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || definition?.type !== 'ObjectExpression') return
            for (const property of definition.properties) {
              const isKept = property.type !== 'Property' || property.key.type !== 'Identifier' || kept.test(property.key.name)
              if (isKept) continue
              const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0
              cuts.push({ from: property.start, to: property.end + comma, text: '' })
            }
          },
        }).visit(program)
        // Calls that build a schema do nothing else; said so, an unused one can go.
        for (const statement of program.body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          for (const { init } of declaration?.type === 'VariableDeclaration' ? declaration.declarations : [])
            if (init?.type === 'CallExpression')
              cuts.push(
                { from: init.start, to: init.start, text: '/* @__PURE__ */ (() => ' },
                { from: init.end, to: init.end, text: ')()' },
              )
        }
        return {
          code: cuts
            .toSorted((a, b) => b.from - a.from)
            .reduce((text, cut) => text.slice(0, cut.from) + cut.text + text.slice(cut.to), code),
          map: null,
        }
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
    leanContract(),
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
