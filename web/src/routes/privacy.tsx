import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '../features/landing/index.ts'

export const Route = createFileRoute('/privacy')({ component: PrivacyPage })
