import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../features/auth/index.ts'
import { SelectOrganizationPage } from '../features/organizations/index.ts'

export const Route = createFileRoute('/select-organization')({
  beforeLoad: async ({ location }) => {
    await requireUser(location)
  },
  component: SelectOrganizationPage,
})
