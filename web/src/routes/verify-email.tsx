import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailPage } from '../features/auth/index.ts'

export const Route = createFileRoute('/verify-email')({ component: VerifyEmailPage })
