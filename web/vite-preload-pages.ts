import type { Plugin, Rolldown } from 'vite'

type OutputBundle = Rolldown.OutputBundle
type OutputChunk = Rolldown.OutputChunk

/** The first pages of a visit, by the pattern of their path, with the files that they load one after the other. */
const firstPages: Readonly<Record<string, readonly string[]>> = {
  '^/$': ['features/landing/landing-page.tsx'],
  '^/login$': ['features/auth/login-page.tsx'],
  '^/register$': ['features/auth/register-page.tsx'],
  '^/org/[^/]+/': ['src/organization-routes.ts', 'src/shell/shell.tsx'],
  '^/org/[^/]+/dashboard/?$': ['features/dashboard/dashboard-page.tsx', 'features/dashboard/prefetch-dashboard.ts'],
}

/** A chunk and all that it imports. */
export function filesOf(bundle: OutputBundle, chunk: OutputChunk, into = new Set<OutputChunk>()): Set<OutputChunk> {
  if (into.has(chunk)) return into
  into.add(chunk)
  for (const name of chunk.imports) {
    const next = bundle[name]
    if (next?.type === 'chunk') filesOf(bundle, next, into)
  }
  return into
}

/**
 * Lists for the server which files the first pages need (`.preloads.json`): it names them in the page, and the browser loads them with
 * the app instead of one round trip after the other.
 */
export function preloadPages(): Plugin {
  return {
    name: 'imperium-preload-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/start-app.tsx'))
        if (!app) return
        const loaded = filesOf(bundle, app)
        const linksOf = (names: readonly string[]) => {
          const files = new Set<OutputChunk>()
          for (const name of names) {
            const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.split('?')[0]?.endsWith(`/${name}`)))
            if (!chunk) throw new Error(`The build has no chunk of ${name}.`)
            filesOf(bundle, chunk, files)
          }
          const own = [...files].filter((each) => !loaded.has(each))
          const styles = new Set(own.flatMap((each) => [...(each.viteMetadata?.importedCss ?? [])]))
          return [
            ...[...styles].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
            ...own.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
          ].join('')
        }
        const pages = Object.entries(firstPages).map(([path, names]) => ({ path, links: linksOf(names) }))
        this.emitFile({ type: 'asset', fileName: '.preloads.json', source: JSON.stringify(pages) })
      },
    },
  }
}
