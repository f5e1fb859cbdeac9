import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '../features/auth/index.ts'

export const Route = createFileRoute('/reset-password')({ component: ResetPasswordPage })
