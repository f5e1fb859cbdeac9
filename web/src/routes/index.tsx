import { createFileRoute } from '@tanstack/react-router'
import { redirectFromLanding } from '../features/auth/index.ts'
import { LandingPage } from '../features/landing/index.ts'

export const Route = createFileRoute('/')({ beforeLoad: redirectFromLanding, component: LandingPage })
