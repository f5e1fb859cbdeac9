import { createFileRoute } from '@tanstack/react-router'
import { DataSettingsPage } from '../features/settings/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/data')({ component: DataSettingsPage })
