import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { documentLimits } from '@imperium/contract/knowledge.ts'
import type { KnowledgeDocumentDetail } from '@imperium/contract/knowledge.ts'
import { formatFileSize } from '../../../lib/format.ts'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { plural, t } from '../../../lib/words.ts'
import { QueryPage } from '../../../ui/page/detail-page.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { documentQuery } from '../api.ts'
import { visibilityLabels } from '../knowledge-labels.ts'
import type { KnowledgeSearch } from '../knowledge-search.ts'
import { useQuote } from '../use-quote.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../knowledge.module.css'

interface DocumentPageProps {
  id: string
  from: number
  quote: string | undefined
  change: ChangeSearch<KnowledgeSearch>
}

/** The passages of a document, as agents find them. */
export function DocumentPage({ id, from, ...rest }: DocumentPageProps) {
  const page = Math.floor(from / documentLimits.shownPassages)
  const document = useQuery(documentQuery(id, page * documentLimits.shownPassages))
  return (
    <QueryPage query={document} title={t('Knowledge Base')} failed={t('The document could not be loaded')}>
      {(data) => <Passages key={page} document={data} page={page} {...rest} />}
    </QueryPage>
  )
}

interface PassagesProps extends Omit<DocumentPageProps, 'id' | 'from'> {
  document: KnowledgeDocumentDetail
  page: number
}

function Passages({ document, page, quote, change }: PassagesProps) {
  const { name, sizeBytes, passages, visibility, shown } = document
  const text = useQuote(quote)
  const turn = (to: number) => change({ from: to * documentLimits.shownPassages || undefined, quote: undefined })
  return (
    <Page
      title={name}
      subtitle={
        <span className={classes.facts}>
          <span>{plural(passages, { one: '{count} passage', other: '{count} passages' })}</span>
          <span>{formatFileSize(sizeBytes)}</span>
          <span>{visibilityLabels[visibility]}</span>
        </span>
      }
    >
      <nav className={classes.crumbs} aria-label={t('Document')}>
        <button
          type="button"
          className={classes.crumb}
          onClick={() => change({ document: undefined, from: undefined, quote: undefined, tab: undefined })}
        >
          {t('Knowledge Base')}
        </button>
        <IconChevronRight size={13} stroke={1.7} aria-hidden />
        <button
          type="button"
          className={classes.crumb}
          onClick={() => change({ document: undefined, from: undefined, quote: undefined, tab: 'documents' })}
        >
          {t('Documents')}
        </button>
      </nav>
      <article className={classes.body} ref={text}>
        {shown.map(({ position, headings, passage }, at) => {
          const above = headings.slice(1).join(' › ')
          const isNew = above !== '' && above !== shown[at - 1]?.headings.slice(1).join(' › ')
          return (
            <section key={position}>
              {isNew && <h2 className={styles.headingWide}>{above}</h2>}
              <p className={classes.passage} data-passage>
                {passage}
              </p>
            </section>
          )
        })}
      </article>
      {passages > documentLimits.shownPassages && (
        <div className={styles.row}>
          <Button variant="default" disabled={page === 0} onClick={() => turn(page - 1)}>
            {t('Previous page')}
          </Button>
          <Button variant="default" disabled={(page + 1) * documentLimits.shownPassages >= passages} onClick={() => turn(page + 1)}>
            {t('Next page')}
          </Button>
        </div>
      )}
    </Page>
  )
}
