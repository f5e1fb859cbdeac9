import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

export { parseConsentSearch } from './search.ts'
export const ConfirmConsentPage = lazyRouteComponent(() => import('./confirm-page.tsx'), 'ConfirmConsentPage')
export const ConsentSettingsPage = lazyRouteComponent(() => import('./consent-settings-page.tsx'), 'ConsentSettingsPage')
export const PreferencesPage = lazyRouteComponent(() => import('./preferences-page.tsx'), 'PreferencesPage')
export const UnsubscribeFromPage = lazyRouteComponent(() => import('./unsubscribe-page.tsx'), 'UnsubscribeFromPage')
export const ContactConsent = lazy(async () => ({ default: (await import('./contact-consent.tsx')).ContactConsent }))
