import { lazyRouteComponent } from '@tanstack/react-router'

export { parseConnectSearch } from './connect-search.ts'
export const ConnectPage = lazyRouteComponent(() => import('./connect-page.tsx'), 'ConnectPage')
export const AssistantsPage = lazyRouteComponent(() => import('./assistants-page.tsx'), 'AssistantsPage')
