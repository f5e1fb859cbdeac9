import { lazy } from 'react'

export const HeldDataCard = lazy(async () => ({ default: (await import('./held-data-card.tsx')).HeldDataCard }))
export const ExportCard = lazy(async () => ({ default: (await import('./export-card.tsx')).ExportCard }))
