import { createFileRoute } from '@tanstack/react-router'
import { EmailSettingsPage } from '../features/settings/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/emails')({ component: EmailSettingsPage })
