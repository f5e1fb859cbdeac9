import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmailPage } from '../features/profile/index.ts'

export const Route = createFileRoute('/confirm-email')({ component: ConfirmEmailPage })
