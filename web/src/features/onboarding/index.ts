import { lazy } from 'react'

export { demoQuery, hasChecklist, onboardingQuery } from './api.ts'
export { DemoLabel } from './demo-label.tsx'
export { RestoreChecklist } from './restore-checklist.tsx'
/** Most visits of the dashboard show none of these: their code loads with the first that is shown. */
export const DemoBanner = lazy(async () => ({ default: (await import('./demo-card.tsx')).DemoBanner }))
export const DemoCard = lazy(async () => ({ default: (await import('./demo-card.tsx')).DemoCard }))
export const GettingStarted = lazy(async () => ({ default: (await import('./getting-started.tsx')).GettingStarted }))
