import { createFileRoute } from '@tanstack/react-router'
import { SecurityPage, validateSecuritySearch } from '../features/security/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/security')({ validateSearch: validateSecuritySearch, component: SecurityPage })
