import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../features/settings/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/')({ component: SettingsPage })
