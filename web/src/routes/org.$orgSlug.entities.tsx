import { createFileRoute } from '@tanstack/react-router'
import { EntitiesPage, parseEntitiesSearch } from '../features/entities/index.ts'

export const Route = createFileRoute('/org/$orgSlug/entities')({ validateSearch: parseEntitiesSearch, component: EntitiesPage })
