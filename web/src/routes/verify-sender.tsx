import { createFileRoute } from '@tanstack/react-router'
import { VerifySenderPage } from '../features/channels/index.ts'

export const Route = createFileRoute('/verify-sender')({ component: VerifySenderPage })
