import { createFileRoute } from '@tanstack/react-router'
import { BillingPage, parseBillingSearch } from '../features/billing/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/billing')({ validateSearch: parseBillingSearch, component: BillingPage })
