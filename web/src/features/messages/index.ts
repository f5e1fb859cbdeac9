import { lazyRouteComponent } from '@tanstack/react-router'

export { parseMessagesSearch } from './search.ts'
export const MessagesPage = lazyRouteComponent(() => import('./messages-page.tsx'), 'MessagesPage')
