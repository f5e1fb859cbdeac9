import { createFileRoute } from '@tanstack/react-router'
import { redirectSignedIn } from '../features/auth/index.ts'
import { LandingPage } from '../features/landing/index.ts'

export const Route = createFileRoute('/')({ beforeLoad: redirectSignedIn, component: LandingPage })
