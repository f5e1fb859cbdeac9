import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const generator = join(import.meta.dirname, '../node_modules/@tanstack/router-plugin')

/** Keeps routeTree.gen.ts in step with the routes. `npm start` does not install it: there the committed tree is the one that is built. */
export async function routeTree(): Promise<Plugin[]> {
  if (!existsSync(generator)) return []
  const { tanstackRouter } = await import('@tanstack/router-plugin/vite')
  // Code is split by the features' own lazy exports.
  const plugins = tanstackRouter({
    target: 'react',
    routesDirectory: 'src/routes',
    generatedRouteTree: 'src/routeTree.gen.ts',
    autoCodeSplitting: false,
  })
  return Array.isArray(plugins) ? plugins : [plugins]
}

const tree = join(import.meta.dirname, 'src/routeTree.gen.ts')
/** Its two halves: who imports which. */
const halves = { 'router.tsx': 'public', 'organization-routes.ts': 'organization' } as const

/**
 * Cuts the generated tree in two: router.tsx starts without the pages of an organization, and organization-routes.ts adds them once
 * one is opened. Login would otherwise load the routes and search parsers of every feature.
 */
export function splitRoutes(): Plugin {
  return {
    name: 'imperium-split-routes',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => {
      const half = source.endsWith('/routeTree.gen.ts') && Object.entries(halves).find(([name]) => importer?.endsWith(`/src/${name}`))
      return half ? `${tree}?${half[1]}` : null
    },
    load: (id) => {
      if (!id.startsWith(`${tree}?`)) return null
      const { start, organization } = cutRoutes(readFileSync(tree, 'utf8'))
      return { code: id.endsWith('?public') ? start : organization, moduleType: 'ts', moduleSideEffects: true }
    },
  }
}

const statement = /^(import|const|export const) [\s\S]*?(?=\n(?:import|const|interface|export|declare) |\n*$(?![\s\S]))/gm

/** The first half exports `routeTree`, the second adds its routes to it. @throws Error if the tree has another form. */
export function cutRoutes(text: string): { start: string; organization: string } {
  const statements = [...text.matchAll(statement)].map(([found]) => found)
  const ofOrganization = statements.filter((each) => /^(import \{ Route as|const) OrgOrgSlug/.test(each))
  const others = statements.filter((each) => !ofOrganization.includes(each))
  const start = others.join('\n').replace(/^ +OrgOrgSlugRoute: .*\n/m, '')
  const organization = [
    ...others.filter((each) => each.includes('rootRouteImport } from')),
    ...ofOrganization,
    'rootRouteImport._addFileChildren({ ...rootRouteImport.children, OrgOrgSlugRoute: OrgOrgSlugRouteWithChildren })',
  ].join('\n')
  if (!start.includes('LoginRoute:') || start.includes('OrgOrgSlug') || !organization.includes('OrgOrgSlugRouteWithChildren ='))
    throw new Error('routeTree.gen.ts has another form: change cutRoutes')
  return { start, organization }
}
