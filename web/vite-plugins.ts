// What the build leaves out and takes together, so that a page weighs less (bench/budgets.ts).
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'vite'
import { detailsPlace } from './vite-light-contract.ts'
import type { Plugin, Rolldown } from 'vite'

type OutputBundle = Rolldown.OutputBundle
type OutputChunk = Rolldown.OutputChunk

/**
 * Takes texts without values out of functions: the page's language never changes, so they are constants. Left where they are, the
 * React Compiler would keep each in a cache slot of its own, a hundred bytes a text.
 */
export function hoistWords(): Plugin {
  return {
    name: 'imperium-hoist-words',
    enforce: 'pre',
    apply: 'build',
    transform: {
      // The module of the words itself runs before the page's language is known.
      filter: { id: { include: /\/web\/src\/.*\.tsx?$/, exclude: /\/lib\/words\.ts$/ }, code: /\bt\(['"`]/ },
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
export function leanContract(): Plugin {
  const kept = /^(id|method|path|access|params|query|body|event|paged|idempotent|upload)$/
  return {
    name: 'imperium-lean-contract',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/src\/(?!kit\/)(?:[\w-]+\/)?[\w-]+\.ts$/ },
      handler(code, id) {
        const cuts: { from: number; to: number; text: string }[] = []
        const { program } = parseSync(id, code)
        new Visitor({
          CallExpression({ callee, arguments: given }) {
            const details = callee.type === 'Identifier' ? given[detailsPlace(callee.name, given[0])] : undefined
            if (details?.type !== 'ObjectExpression') return
            for (const property of details.properties) {
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

/** Every schema of zod brings what writes it as JSON Schema, 5 KB. Only the server does that, for its documents. */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'imperium-without-json-schema',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:function|const) (\w+)|^export \{ \w+ as (\w+) \}/gm)].map(
          (found) => found[1] ?? found[2],
        )
        if (!names.includes('createToJSONSchemaMethod') && !names.includes('stringProcessor'))
          throw new Error('zod looks different: withoutJsonSchema has to follow.')
        return { code: `const none = () => undefined\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }`, map: null }
      },
    },
  }
}

/** Our own words for every issue stand before zod's English ones (contract/src/kit/issue-words.ts), which are then never read. */
export function withoutZodWords(): Plugin {
  return {
    name: 'imperium-without-zod-words',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/locales\/en\.js$/ },
      handler: () => ({ code: "export default () => ({ localeError: () => 'This value is not valid' })", map: null }),
    },
  }
}

/** The entry only brings the words and then imports the app; the page names the app's files itself, so that none waits for the entry. */
export function preloadApp(): Plugin {
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

/** The modules of the icons that the files in and below these folders of web/ name, to be taken together. */
export function iconsOf(...folders: string[]): RegExp {
  const files = folders.flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(import.meta.dirname, folder, file),
    ),
  )
  const names = files
    .filter((file) => file.endsWith('.tsx') || file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@tabler\/icons-react'/g)])
    .flatMap(([, list = '']) => list.match(/\bIcon\w+/g) ?? [])
  if (names.length === 0) throw new Error(`No icons in ${folders.join(', ')}: the files that name them have moved.`)
  return new RegExp(`@tabler[\\\\/]icons-react[\\\\/]dist[\\\\/]esm[\\\\/]icons[\\\\/](${[...new Set(names)].join('|')})\\.mjs$`)
}
