import { lazy } from 'react'

export const LegalHoldCard = lazy(async () => ({ default: (await import('./legal-hold-card.tsx')).LegalHoldCard }))
export const CertificatesCard = lazy(async () => ({ default: (await import('./certificates-card.tsx')).CertificatesCard }))
