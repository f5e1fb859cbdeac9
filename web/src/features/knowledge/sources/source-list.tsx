import { Menu } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { knowledge } from '@imperium/contract/knowledge.ts'
import type { KnowledgeSource } from '@imperium/contract/knowledge/knowledge-sources.ts'
import { keyOf } from '../../../lib/api.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { RowMenu } from '../row-menu.tsx'
import { scheduleLabels, sourceStatusLabels, sourceStatusTones } from './source-labels.ts'
import { isReading, removeSourceMutation, sourcesQuery, syncMutation } from './sources-api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../knowledge.module.css'

const SourceDialog = lazy(async () => ({ default: (await import('./source-dialog.tsx')).SourceDialog }))

/** Web addresses and sitemaps, with what the last reading of each brought; nothing while there are none. */
export function SourceList({ refusal }: { refusal: string | undefined }) {
  const { data = [], error, refetch, dataUpdatedAt } = useQuery(sourcesQuery)
  useFreshDocuments(data.some(isReading), dataUpdatedAt)
  if (error) return <ErrorState plain error={error} title={t('Web addresses could not be loaded')} onRetry={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <section aria-label={t('Web addresses')}>
      <h2 className={styles.headingWide}>{t('Web addresses')}</h2>
      <ul className={`${styles.list} ${styles.stack8}`}>
        {data.map((source) => (
          <SourceRow key={source.id} source={source} refusal={refusal} />
        ))}
      </ul>
    </section>
  )
}

/** Pages become documents while they are read: the list of documents follows each reading of the addresses, and the last. */
function useFreshDocuments(reading: boolean, readAt: number): void {
  const client = useQueryClient()
  const wasReading = useRef(false)
  useEffect(() => {
    if (reading || wasReading.current) void client.invalidateQueries({ queryKey: keyOf(knowledge.listDocuments) })
    wasReading.current = reading
  }, [client, reading, readAt])
}

function SourceRow({ source, refusal }: { source: KnowledgeSource; refusal: string | undefined }) {
  const { id, name, url, kind, status, error, pages, failedPages, failures, schedule, syncedAt } = source
  const [editing, setEditing] = useState(false)
  const sync = useMutation(syncMutation)
  const remove = useMutation(removeSourceMutation)
  async function askToDelete(): Promise<void> {
    const message = t('"{name}" and the documents of its pages are deleted. This cannot be undone.', { name: url })
    if (await confirm({ title: t('Delete web address'), message, action: t('Delete') })) remove.mutate({ params: { id } })
  }
  return (
    <li className={classes.item}>
      <span className={classes.itemText}>
        <span className={classes.rowTitle}>
          <a className={classes.name} href={url} target="_blank" rel="noopener noreferrer">
            {name || url}
          </a>
          <StatusDot tone={sourceStatusTones[status]} label={sourceStatusLabels[status]} live={isReading(source)} />
        </span>
        {error && <span className={classes.fault}>{translateMessage(error)}</span>}
        <span className={`${classes.facts} ${styles.small}`}>
          {name !== '' && <span>{url}</span>}
          {kind === 'sitemap' && <span>{t('Sitemap')}</span>}
          <span>{plural(pages, { one: '{count} page', other: '{count} pages' })}</span>
          <span>{scheduleLabels[schedule]}</span>
          {syncedAt && <RelativeTime at={syncedAt} />}
        </span>
        {failedPages > 0 && (
          <details className={styles.small}>
            <summary>{plural(failedPages, { one: '{count} page was not read', other: '{count} pages were not read' })}</summary>
            <ul className={styles.list}>
              {failures.map((failure) => (
                <li key={failure.url}>
                  {failure.url}: <span className={classes.fault}>{translateMessage(failure)}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </span>
      <RowMenu name={name || url} refusal={refusal}>
        <Menu.Item onClick={() => setEditing(true)}>{t('Edit')}</Menu.Item>
        <Menu.Item disabled={isReading(source)} onClick={() => sync.mutate({ params: { id } })}>
          {t('Read again now')}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => void askToDelete()}>
          {t('Delete')}
        </Menu.Item>
      </RowMenu>
      <Suspense fallback={null}>
        {editing && <SourceDialog editing={source} collectionId={undefined} refusal={refusal} onClose={() => setEditing(false)} />}
      </Suspense>
    </li>
  )
}
