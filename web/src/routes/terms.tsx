import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '../features/landing/index.ts'

export const Route = createFileRoute('/terms')({ component: TermsPage })
