import { createFileRoute } from '@tanstack/react-router'
import { openOwnPage } from '../features/organizations/index.ts'

/** Notifications of earlier versions link to it. */
export const Route = createFileRoute('/analytics')({ beforeLoad: ({ location }) => openOwnPage('analytics', location) })
