import { createFileRoute } from '@tanstack/react-router'
import { ImportPage, prefetchImports, validateImportsSearch } from '../features/contact-imports/index.ts'

export const Route = createFileRoute('/org/$orgSlug/contacts/import')({
  validateSearch: validateImportsSearch,
  loader: prefetchImports,
  component: ImportPage,
})
