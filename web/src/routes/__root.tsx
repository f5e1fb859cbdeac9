import { Outlet, createRootRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../features/landing/index.ts'

export const Route = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })
