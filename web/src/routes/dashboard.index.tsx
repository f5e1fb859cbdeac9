import { createFileRoute } from '@tanstack/react-router'
import { openOwnDashboard } from '../features/organizations/index.ts'

export const Route = createFileRoute('/dashboard/')({ beforeLoad: ({ location }) => openOwnDashboard(location) })
