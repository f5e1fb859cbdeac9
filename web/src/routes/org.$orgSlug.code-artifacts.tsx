import { createFileRoute } from '@tanstack/react-router'
import { CodeArtifactsPage, parseArtifactsSearch } from '../features/code-artifacts/index.ts'

export const Route = createFileRoute('/org/$orgSlug/code-artifacts')({ validateSearch: parseArtifactsSearch, component: CodeArtifactsPage })
