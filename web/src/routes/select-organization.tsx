import { createFileRoute } from '@tanstack/react-router'
import { SelectOrganizationPage, enterOnlyOrganization } from '../features/organizations/index.ts'

export const Route = createFileRoute('/select-organization')({
  beforeLoad: enterOnlyOrganization,
  component: SelectOrganizationPage,
})
