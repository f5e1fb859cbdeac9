import { createFileRoute } from '@tanstack/react-router'
import { ConsentSettingsPage, parseConsentSearch } from '../features/consents/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/consent')({
  validateSearch: parseConsentSearch,
  component: ConsentSettingsPage,
})
