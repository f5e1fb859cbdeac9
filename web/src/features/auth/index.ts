import { lazyRouteComponent } from '@tanstack/react-router'

export { IdentityHost } from './identity-host.tsx'
export { validateDestination } from './enter.ts'
export { ownPath, readFreshUser, readUser, redirectSignedIn, requireUser } from './guards.ts'
export const JoinPage = lazyRouteComponent(() => import('./join-page.tsx'), 'JoinPage')
export const LoginPage = lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage')
export const VerifyPage = lazyRouteComponent(() => import('./verify-page.tsx'), 'VerifyPage')
export const RegisterPage = lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage')
