import { Outlet, createRootRouteWithContext } from '@tanstack/react-router'
import { NotFound } from '../shell/index.ts'

interface RouterContext {
  /** Throws a redirect to the same place once the routes that were missing are there. */
  completeRoutes: (place: { pathname: string; href: string }) => Promise<void>
}

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => context.completeRoutes(location),
  component: Outlet,
  notFoundComponent: NotFound,
})
