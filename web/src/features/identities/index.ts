import { lazy } from 'react'

export { providerName } from './provider-name.ts'
export { SignInWays } from './sign-in-ways.tsx'
/** Another way to verify the identity before a sensitive operation. */
export const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }))
/** The accounts elsewhere that one signs in with; part of the profile. */
export const ConnectedAccounts = lazy(async () => ({ default: (await import('./connected-accounts.tsx')).ConnectedAccounts }))
/** The organization's own provider; a tab of settings/security for its managers. */
export const SingleSignOnTab = lazy(async () => ({ default: (await import('./single-sign-on-tab.tsx')).SingleSignOnTab }))
