import { Outlet, createRootRoute } from '@tanstack/react-router'
import { NotFound } from '../shell/index.ts'

export const Route = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
