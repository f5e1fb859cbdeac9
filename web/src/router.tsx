import { createRouter, redirect } from '@tanstack/react-router'
import { ErrorState } from './ui/feedback/error-state.tsx'
import { LoadingScreen } from './ui/feedback/loading-screen.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  context: { completeRoutes },
  defaultPreload: 'intent',
  // The query cache decides what is fresh; the router caches nothing.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingMinMs: 200,
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  notFoundMode: 'fuzzy',
  scrollRestoration: true,
  scrollToTopSelectors: ['[data-scroll-root]'],
})

/** Adds the pages of an organization, once: they are a file of their own, which the pages before sign-in do not load. */
export async function addOrganizationRoutes(): Promise<void> {
  if (hasOrganizationRoutes()) return
  await import('./organization-routes.ts')
  router.setRoutes(router.buildRouteTree())
}

function hasOrganizationRoutes(): boolean {
  return '/org/$orgSlug' in router.routesById
}

async function completeRoutes(place: { pathname: string; href: string }): Promise<void> {
  if (!place.pathname.startsWith('/org/') || hasOrganizationRoutes()) return
  await addOrganizationRoutes()
  throw redirect({ href: place.href, replace: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
