import { createFileRoute } from '@tanstack/react-router'
import { HierarchyPage, parseHierarchySearch } from '../features/hierarchy/index.ts'

export const Route = createFileRoute('/org/$orgSlug/hierarchy')({ validateSearch: parseHierarchySearch, component: HierarchyPage })
