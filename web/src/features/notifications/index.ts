import { lazyRouteComponent } from '@tanstack/react-router'

export { validateNotificationsSearch } from './search.ts'
export const NotificationsPage = lazyRouteComponent(() => import('./notifications-page.tsx'), 'NotificationsPage')
export const UnsubscribePage = lazyRouteComponent(() => import('./unsubscribe-page.tsx'), 'UnsubscribePage')
