import { createFileRoute } from '@tanstack/react-router'
import { ReferencePage, parseReferenceSearch } from '../features/api-reference/index.ts'

export const Route = createFileRoute('/api-reference')({ validateSearch: parseReferenceSearch, component: ReferencePage })
