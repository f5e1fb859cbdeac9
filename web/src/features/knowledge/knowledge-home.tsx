import { Button } from '@mantine/core'
import { IconPlus, IconWorld } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ArticlesTab } from './articles-tab.tsx'
import type { KnowledgeSearch } from './knowledge-search.ts'

const DocumentsTab = lazy(async () => ({ default: (await import('./documents/documents-tab.tsx')).DocumentsTab }))
const CollectionsTab = lazy(async () => ({ default: (await import('./collections-tab.tsx')).CollectionsTab }))
const HelpCenterDialog = lazy(async () => ({ default: (await import('./help-center-dialog.tsx')).HelpCenterDialog }))
const QuestionsTab = lazy(async () => ({ default: (await import('./questions-tab.tsx')).QuestionsTab }))
const SearchTab = lazy(async () => ({ default: (await import('./search/search-tab.tsx')).SearchTab }))

const readersTabs = { articles: t('Articles'), documents: t('Documents') }
const writersTabs = { ...readersTabs, collections: t('Collections'), questions: t('Unanswered questions'), search: t('Search') }

interface KnowledgeHomeProps {
  search: KnowledgeSearch
  change: ChangeSearch<KnowledgeSearch>
  refusal: string | undefined
  mayWrite: boolean
}

/** The knowledge base: articles, documents, and for those who write, collections and what agents could not answer. */
export function KnowledgeHome({ search, change, refusal, mayWrite }: KnowledgeHomeProps) {
  const tab = search.tab === undefined || (!mayWrite && search.tab !== 'documents') ? 'articles' : search.tab
  const mayManage = useCan('knowledge:manage')
  const [isPublishing, setIsPublishing] = useState(false)
  const open = (next: keyof typeof writersTabs) =>
    change({ tab: next === 'articles' ? undefined : next, q: undefined, category: undefined, status: undefined, collection: undefined })
  return (
    <Page
      title={t('Knowledge Base')}
      subtitle={t('How Imperium works, and what your organization has written down.')}
      actions={
        mayWrite &&
        tab === 'articles' && (
          <>
            {mayManage && (
              <Button
                variant="default"
                leftSection={<IconWorld size={16} stroke={1.8} aria-hidden />}
                onClick={() => setIsPublishing(true)}
              >
                {t('Public help center')}
              </Button>
            )}
            <Button
              leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
              disabled={refusal !== undefined}
              title={refusal}
              onClick={() => change({ create: true })}
            >
              {t('Write an article')}
            </Button>
          </>
        )
      }
    >
      <PageTabs tabs={mayWrite ? writersTabs : (readersTabs as typeof writersTabs)} open={tab} onOpen={open}>
        {tab === 'articles' && <ArticlesTab search={search} change={change} mayWrite={mayWrite} />}
        {tab === 'documents' && <DocumentsTab search={search} change={change} refusal={refusal} mayWrite={mayWrite} />}
        {tab === 'collections' && <CollectionsTab refusal={refusal} change={change} />}
        {tab === 'search' && <SearchTab />}
        {tab === 'questions' && <QuestionsTab refusal={refusal} change={change} />}
      </PageTabs>
      <Suspense fallback={null}>{isPublishing && <HelpCenterDialog onClose={() => setIsPublishing(false)} />}</Suspense>
    </Page>
  )
}
