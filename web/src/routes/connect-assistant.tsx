import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../features/auth/index.ts'
import { ConnectPage, parseConnectSearch } from '../features/mcp/index.ts'

export const Route = createFileRoute('/connect-assistant')({
  validateSearch: parseConnectSearch,
  beforeLoad: async ({ location }) => {
    await requireUser(location)
  },
  component: ConnectPage,
})
