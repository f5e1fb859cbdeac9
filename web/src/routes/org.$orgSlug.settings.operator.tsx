import { createFileRoute } from '@tanstack/react-router'
import { OperatorPage } from '../features/billing/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/operator')({ component: OperatorPage })
