import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

export { IdentityHost } from './identity-host.tsx'
export { validateDestination } from './enter.ts'
export { ownPath, readFreshUser, readUser, redirectFromLanding, redirectSignedIn, requireUser } from './guards.ts'
export const JoinPage = lazyRouteComponent(() => import('./join-page.tsx'), 'JoinPage')
/** The form of a change of password, for a page that loads it when it is opened. */
export const ChangePasswordForm = lazy(async () => ({ default: (await import('./change-password-form.tsx')).ChangePasswordForm }))
export const VerifyBanner = lazy(async () => ({ default: (await import('./verify-banner.tsx')).VerifyBanner }))
/** Link to the sandbox mailbox, and the help to verify one's own address, where a page needs them. */
export const MailboxLink = lazy(async () => ({ default: (await import('./mailbox-link.tsx')).MailboxLink }))
export const OwnAddressDialog = lazy(async () => ({ default: (await import('./own-address-dialog.tsx')).OwnAddressDialog }))
export const ExpiredPasswordPage = lazyRouteComponent(() => import('./expired-password-page.tsx'), 'ExpiredPasswordPage')
export const ForgotPasswordPage = lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage')
export const ResetPasswordPage = lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage')
export const VerifyEmailPage = lazyRouteComponent(() => import('./verify-email-page.tsx'), 'VerifyEmailPage')
export const CallbackPage = lazyRouteComponent(() => import('./callback-page.tsx'), 'CallbackPage')
export const LoginPage = lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage')
export const VerifyPage = lazyRouteComponent(() => import('./verify-page.tsx'), 'VerifyPage')
export const RegisterPage = lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage')
