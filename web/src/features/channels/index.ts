import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

export const ChannelsPage = lazyRouteComponent(() => import('./channels-page.tsx'), 'ChannelsPage')
export const VerifySenderPage = lazyRouteComponent(() => import('./verify-sender-page.tsx'), 'VerifySenderPage')
/** Senders, sending domains, suppression list and footer, for the email section of the settings hub. */
export const EmailSections = lazy(async () => ({ default: (await import('./email-sections.tsx')).EmailSections }))
/** Adds or changes a sender where one is needed, such as in a campaign. */
export const SenderDialog = lazy(async () => ({ default: (await import('./sender-dialog.tsx')).SenderDialog }))
