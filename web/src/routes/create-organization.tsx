import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../features/auth/index.ts'
import { CreateOrganizationPage } from '../features/organizations/index.ts'

export const Route = createFileRoute('/create-organization')({
  beforeLoad: async ({ location }) => {
    await requireUser(location)
  },
  component: CreateOrganizationPage,
})
