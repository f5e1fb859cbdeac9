import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribeFromPage } from '../features/consents/index.ts'

export const Route = createFileRoute('/unsubscribe_/$token')({ component: UnsubscribeFromPage })
