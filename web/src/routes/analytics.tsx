import { createFileRoute } from '@tanstack/react-router'
import { openOwnPage } from '../features/organizations/index.ts'

/** Usage statistics are on the dashboard (decision 5). */
export const Route = createFileRoute('/analytics')({ beforeLoad: ({ location }) => openOwnPage('dashboard', location) })
