import { lazyRouteComponent } from '@tanstack/react-router'

export { readUser, redirectSignedIn, requireUser } from './guards.ts'
export const JoinPage = lazyRouteComponent(() => import('./join-page.tsx'), 'JoinPage')
export const LoginPage = lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage')
export const RegisterPage = lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage')
