import { createFileRoute } from '@tanstack/react-router'
import { RegistersPage, parseRegistersSearch } from '../features/sales/index.ts'

export const Route = createFileRoute('/org/$orgSlug/sales-register')({ validateSearch: parseRegistersSearch, component: RegistersPage })
