import { createFileRoute } from '@tanstack/react-router'
import { BillingPage } from '../features/billing/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/billing')({ component: BillingPage })
