import { createFileRoute } from '@tanstack/react-router'
import { OrganizationPage } from '../features/organizations/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/organization')({ component: OrganizationPage })
