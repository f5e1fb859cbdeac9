// Build steps that drop or combine code, so that a page weighs less (bench/budgets.ts).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'vite'
import { detailsPlace, isOperation } from './vite-light-contract.ts'
import { filesOf } from './vite-preload-pages.ts'
import type { Plugin } from 'vite'

/**
 * Hoists texts without values out of functions: the page's language never changes, so they are constants. Otherwise the
 * React Compiler would give each its own cache slot, a hundred bytes per text.
 */
export function hoistWords(): Plugin {
  return {
    name: 'imperium-hoist-words',
    enforce: 'pre',
    apply: 'build',
    transform: {
      // The translation module itself runs before the page's language is known.
      filter: { id: { include: /\/web\/src\/.*\.tsx?$/, exclude: /\/lib\/words\.ts$/ }, code: /\bt\(['"`]/ },
      handler(code) {
        const names = new Map<string, string>()
        const inside = code.replace(/(?<![\w.])t\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")\s*,?\s*\)/g, (_call, text: string) => {
          const name = names.get(text) ?? `_words${names.size}`
          names.set(text, name)
          return name
        })
        // Placed before the imports, which are hoisted anyway: constants of the module may need them.
        const constants = [...names].map(([text, name]) => `const ${name} = /* @__PURE__ */ t(${text});`).join(' ')
        return { code: constants + inside, map: null }
      },
    },
  }
}

/**
 * Drops the parts of the contract for the server and its documents: summary, limits and reply of an operation, so that unused schemas
 * leave the page. An allowlist of what lib/ and ui/ read stays, so that a new property adds no weight.
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
            const details = callee.type === 'Identifier' && isOperation(callee.name, given[0]) ? given[detailsPlace] : undefined
            if (details?.type !== 'ObjectExpression') return
            for (const property of details.properties) {
              const isKept = property.type !== 'Property' || property.key.type !== 'Identifier' || kept.test(property.key.name)
              if (isKept) continue
              const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0
              cuts.push({ from: property.start, to: property.end + comma, text: '' })
            }
          },
        }).visit(program)
        // Schema builder calls have no side effects; marked as pure, unused ones can be removed.
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

/** Our messages for every issue override zod's English ones (contract/src/kit/issue-texts.ts), so those are removed. */
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

/** The entry loads the translations and then imports the app; the page preloads the app's files, so that none waits for the entry. */
export function preloadApp(): Plugin {
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

/** The modules of the icons that the files of these patterns, from web/, name, to be taken together. */
export function iconsOf(...patterns: string[]): RegExp {
  const files = globSync(patterns, { cwd: import.meta.dirname }).map((file) => join(import.meta.dirname, file))
  const names = files
    .filter((file) => file.endsWith('.tsx') || file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@tabler\/icons-react'/g)])
    .flatMap(([, list = '']) => list.match(/\bIcon\w+/g) ?? [])
  if (names.length === 0) throw new Error(`No icons in ${patterns.join(', ')}: the files that name them have moved.`)
  return new RegExp(`@tabler[\\\\/]icons-react[\\\\/]dist[\\\\/]esm[\\\\/]icons[\\\\/](${[...new Set(names)].join('|')})\\.mjs$`)
}
