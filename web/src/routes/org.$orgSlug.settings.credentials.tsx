import { createFileRoute } from '@tanstack/react-router'
import { CredentialsPage, parseCredentialsSearch } from '../features/workflows/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/credentials')({
  validateSearch: parseCredentialsSearch,
  component: CredentialsPage,
})
