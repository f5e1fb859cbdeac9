import { lazyRouteComponent } from '@tanstack/react-router'

export { validateProfileSearch } from './search.ts'
export const ConfirmEmailPage = lazyRouteComponent(() => import('./confirm-email-page.tsx'), 'ConfirmEmailPage')
export const DeleteAccountPage = lazyRouteComponent(() => import('./delete-account-page.tsx'), 'DeleteAccountPage')
export const KeepAccountPage = lazyRouteComponent(() => import('./keep-account-page.tsx'), 'KeepAccountPage')
export const ProfilePage = lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage')
