import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

export { parseConsentSearch } from './search.ts'
export const ConsentSettingsPage = lazyRouteComponent(() => import('./consent-settings-page.tsx'), 'ConsentSettingsPage')
export const PreferencesPage = lazyRouteComponent(() => import('./preferences-page.tsx'), 'PreferencesPage')
export const ContactConsent = lazy(async () => ({ default: (await import('./contact-consent.tsx')).ContactConsent }))
