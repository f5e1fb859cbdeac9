import { lazyRouteComponent } from '@tanstack/react-router'

export { validateMailboxSearch } from './search.ts'
export const MailboxPage = lazyRouteComponent(() => import('./mailbox-page.tsx'), 'MailboxPage')
