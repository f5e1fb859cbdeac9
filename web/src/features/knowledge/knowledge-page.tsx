import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { changeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { ArticlePage } from './article-page.tsx'
import { KnowledgeHome } from './knowledge-home.tsx'
import type { KnowledgeSearch } from './knowledge-search.ts'

const ArticleDialog = lazy(async () => ({ default: (await import('./article-dialog.tsx')).ArticleDialog }))
const DocumentPage = lazy(async () => ({ default: (await import('./documents/document-page.tsx')).DocumentPage }))
const route = getRouteApi('/org/$orgSlug/docs')

/** /org/{slug}/docs: the articles of the product and of the organization, and one of them. */
export function KnowledgePage() {
  const search = route.useSearch()
  const change = changeSearch<KnowledgeSearch>(route.useNavigate())
  const mayWrite = useCan('knowledge:write')
  const refusal = useGate('knowledge:write')
  const open = !mayWrite ? '' : search.edit && search.article ? search.article : search.create ? 'create' : ''
  return (
    <>
      <Suspense fallback={null}>
        {search.article ? (
          <ArticlePage
            key={search.article}
            id={search.article}
            quote={search.quote}
            change={change}
            refusal={refusal}
            mayWrite={mayWrite}
          />
        ) : search.document ? (
          <DocumentPage key={search.document} id={search.document} from={search.from ?? 0} quote={search.quote} change={change} />
        ) : (
          <KnowledgeHome search={search} change={change} refusal={refusal} mayWrite={mayWrite} />
        )}
      </Suspense>
      <Overlays open={open}>
        {open !== '' && (
          <ArticleDialog
            key={open}
            id={open === 'create' ? null : open}
            category={search.category}
            questionId={search.question}
            refusal={refusal}
            onSaved={(id) => change({ article: id, create: undefined, edit: undefined, question: undefined, tab: undefined }, true)}
            onClose={() => change({ create: undefined, edit: undefined, question: undefined }, true)}
          />
        )}
      </Overlays>
    </>
  )
}
