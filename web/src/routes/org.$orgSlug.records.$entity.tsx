import { createFileRoute } from '@tanstack/react-router'
import { RecordsPage, parseRecordsSearch } from '../features/records/index.ts'

export const Route = createFileRoute('/org/$orgSlug/records/$entity')({ validateSearch: parseRecordsSearch, component: RecordsPage })
