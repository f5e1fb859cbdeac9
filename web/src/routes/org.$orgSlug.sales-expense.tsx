import { createFileRoute } from '@tanstack/react-router'
import { ExpensesPage, parseExpensesSearch } from '../features/sales/index.ts'

export const Route = createFileRoute('/org/$orgSlug/sales-expense')({ validateSearch: parseExpensesSearch, component: ExpensesPage })
