import { lazy } from 'react'

export const Notes = lazy(async () => ({ default: (await import('./notes.tsx')).Notes }))
