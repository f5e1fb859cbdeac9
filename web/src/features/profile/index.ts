import { lazyRouteComponent } from '@tanstack/react-router'

export { validateProfileSearch } from './search.ts'
export const ProfilePage = lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage')
