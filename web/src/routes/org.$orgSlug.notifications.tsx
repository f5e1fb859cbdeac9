import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage, validateNotificationsSearch } from '../features/notifications/index.ts'

export const Route = createFileRoute('/org/$orgSlug/notifications')({
  validateSearch: validateNotificationsSearch,
  component: NotificationsPage,
})
