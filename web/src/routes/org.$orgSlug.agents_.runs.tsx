import { createFileRoute } from '@tanstack/react-router'
import { RunsPage, parseRunsSearch } from '../features/agents/index.ts'

export const Route = createFileRoute('/org/$orgSlug/agents_/runs')({ validateSearch: parseRunsSearch, component: RunsPage })
