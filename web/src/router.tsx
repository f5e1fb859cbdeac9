import { createRouter } from '@tanstack/react-router'
import { ErrorState } from './ui/feedback/error-state.tsx'
import { LoadingScreen } from './ui/feedback/loading-screen.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
