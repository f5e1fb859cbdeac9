import { createFileRoute } from '@tanstack/react-router'
import { JoinPage } from '../features/auth/index.ts'

export const Route = createFileRoute('/join')({ component: JoinPage })
