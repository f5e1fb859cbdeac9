import { createFileRoute } from '@tanstack/react-router'
import { OrganizationNotFound, OrganizationNotFoundError, enterOrganization } from '../features/organizations/index.ts'
import { NotFoundInside, Shell } from '../shell/index.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'

export const Route = createFileRoute('/org/$orgSlug')({
  beforeLoad: ({ params, location, preload }) => enterOrganization({ slug: params.orgSlug, location, preload }),
  component: Shell,
  notFoundComponent: NotFoundInside,
  errorComponent: ({ error, reset }) =>
    error instanceof OrganizationNotFoundError ? <OrganizationNotFound /> : <ErrorState error={error} onRetry={reset} />,
})
