import { createFileRoute } from '@tanstack/react-router'
import { ConfirmConsentPage } from '../features/consents/index.ts'

export const Route = createFileRoute('/confirm/$token')({ component: ConfirmConsentPage })
