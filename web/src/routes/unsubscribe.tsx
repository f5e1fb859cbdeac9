import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribePage } from '../features/notifications/index.ts'

export const Route = createFileRoute('/unsubscribe')({ component: UnsubscribePage })
