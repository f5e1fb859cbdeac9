import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** One chunk as Vite's manifest describes it. */
interface Chunk {
  file: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  dynamicImports?: string[]
  imports?: string[]
  css?: string[]
}

export interface Weight {
  /** Gzip, in KB of 1,024 bytes. */
  js: number
  css: number
  /** Files that the page loads: itself, scripts, styles and fonts. Its later API requests are not counted. */
  requests: number
}

export interface Budget {
  page: string
  weight: Weight
  limit: { js: number; css?: number; requests?: number }
}

const dist = join(import.meta.dirname, '../web/dist')
const ownRouteKb = 30
const laterKb = 60
/** ui.md allows 250; the rest is kept for features to come. */
const firstPageKb = 220
const fontsKb = 60
/** The chat widget loads on pages of others. */
const widgetKb = 20

/** A workflow canvas may weigh more (ui.md). */
const heavierRoutes: Record<string, number> = { 'workflow-editor-page': 75 }

/**
 * The size of the built web app by page, against the budgets of ui.md. Pages are the chunks named `*-page`, so a new page
 * gets its budget automatically. @throws Error if the web app was not built with a manifest.
 */
export function weighPages(): { pages: Budget[]; fonts: { kb: number; limit: number } } {
  const file = join(dist, '.vite/manifest.json')
  if (!existsSync(file)) throw new Error('The web app is not built, or not by us: node scripts/build-web-now.mjs')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error('The build has no entry.')
  // The entry loads the translations of the language and then the app; in English it loads only the app.
  const app = 'src/start-app.tsx'
  // A page with a shared chunk has no name in the manifest; it is then the only unnamed chunk that the app loads on demand.
  const nameless = manifest[app]?.dynamicImports?.filter((key) => key.startsWith('_')) ?? []
  const find = (name: string): string => {
    const key = Object.keys(manifest).find((each) => each.endsWith(name)) ?? (nameless.length === 1 ? nameless[0] : undefined)
    if (!key) throw new Error(`The build has no ${name}. If it was renamed, rename it in bench/web-bundles.ts.`)
    return key
  }
  const shared = (name: string): string => {
    const key = Object.keys(manifest).find((each) => each.startsWith(`_${name}-`))
    if (!key) throw new Error(`The build has no shared chunk ${name}. If it was renamed, rename it in bench/web-bundles.ts.`)
    return key
  }
  const filesOf = (...keys: string[]) => collect(manifest, keys)
  const fontFiles = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.woff2'))
  // The page itself, its first script, its icon, and every font at most.
  const always = 3 + fontFiles.length
  const shell = [entry, app, find('src/organization-routes.ts'), find('shell/shell.tsx')]
  const first = filesOf(...shell, find('features/dashboard/dashboard-page.tsx'))
  // What every page of an organization loads after its first paint: the menus of the header, and the base of forms.
  const afterFirst = filesOf(shared('menus'), shared('forms')).union(first)
  const login = filesOf(entry, app, find('features/auth/login-page.tsx'))
  const further = Object.keys(manifest).filter(
    (key) => manifest[key]?.isDynamicEntry && key.endsWith('-page.tsx') && !/\/(dashboard|login)-page\.tsx$/.test(key),
  )
  return {
    pages: [
      { page: 'login', weight: weigh(login, always), limit: { js: 190, css: 14, requests: 30 } },
      { page: 'first organization page', weight: weigh(first, always), limit: { js: firstPageKb, css: 30, requests: 45 } },
      { page: 'chat widget', weight: weigh(new Set(['chat/widget.js']), 0), limit: { js: widgetKb } },
      { page: 'after the first paint', weight: weigh(afterFirst.difference(first), 0), limit: { js: laterKb } },
      ...further.map((key): Budget => {
        const page = key.split('/').at(-1)?.replace('.tsx', '') ?? key
        // What the page adds to what its visitor has loaded already: an open page of an organization, or login.
        const known = isPublic(key) ? login : afterFirst
        return { page, weight: weigh(filesOf(key).difference(known), 0), limit: { js: heavierRoutes[page] ?? ownRouteKb } }
      }),
    ],
    fonts: { kb: fontFiles.reduce((sum, file) => sum + readFileSync(join(dist, 'assets', file)).length, 0) / 1024, limit: fontsKb },
  }
}

const isPublic = (key: string): boolean => /features\/(auth|landing)\//.test(key)

/** The files of the chunks, with all their static imports. */
function collect(manifest: Record<string, Chunk>, keys: readonly string[], into = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || into.has(chunk.file)) continue
    into.add(chunk.file)
    for (const css of chunk.css ?? []) into.add(css)
    collect(manifest, chunk.imports ?? [], into)
  }
  return into
}

function weigh(files: ReadonlySet<string>, others: number): Weight {
  const kbOf = (ending: string) =>
    [...files].filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0) /
    1024
  return { js: kbOf('.js'), css: kbOf('.css'), requests: files.size + others }
}
