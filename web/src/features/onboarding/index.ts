export { demoQuery, onboardingQuery } from './api.ts'
export { DemoBanner, DemoCard } from './demo-card.tsx'
export { DemoLabel } from './demo-label.tsx'
export { GettingStarted, RestoreChecklist } from './getting-started.tsx'
