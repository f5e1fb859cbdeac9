import { createFileRoute } from '@tanstack/react-router'
import { ProductsPage, parseProductsSearch } from '../features/sales/index.ts'

export const Route = createFileRoute('/org/$orgSlug/sales-product')({ validateSearch: parseProductsSearch, component: ProductsPage })
