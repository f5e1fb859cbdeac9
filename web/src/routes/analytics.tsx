import { createFileRoute } from '@tanstack/react-router'
import { openOwnPage } from '../features/organizations/index.ts'

/** Usage statistics are on the dashboard; notifications link to this address, which names no organization. */
export const Route = createFileRoute('/analytics')({ beforeLoad: ({ location }) => openOwnPage('dashboard', location) })
