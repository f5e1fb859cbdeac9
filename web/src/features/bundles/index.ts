import { lazy } from 'react'

export const BundleCard = lazy(async () => ({ default: (await import('./bundle-card.tsx')).BundleCard }))
