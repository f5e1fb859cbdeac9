import { createFileRoute } from '@tanstack/react-router'
import { PlaygroundPage, parsePlaygroundSearch } from '../features/api-playground/index.ts'

export const Route = createFileRoute('/org/$orgSlug/api-playground')({ validateSearch: parsePlaygroundSearch, component: PlaygroundPage })
