import { existsSync } from 'node:fs'
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
