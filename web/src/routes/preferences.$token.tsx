import { createFileRoute } from '@tanstack/react-router'
import { PreferencesPage } from '../features/consents/index.ts'

export const Route = createFileRoute('/preferences/$token')({ component: PreferencesPage })
