import { Button, Progress, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnowledgeIndex, VectorIndex } from '@imperium/contract/knowledge/knowledge-index.ts'
import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { IndexDialog } from './index-dialog.tsx'
import { embeddingLabels, indexQuery, indexStatusLabels, indexStatusTones, rebuildMutation } from './search-api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../knowledge.module.css'

/** The choice of embedding, and how far its index is. */
export function IndexCard() {
  const { data, error, refetch } = useQuery(indexQuery)
  const [isEditing, setIsEditing] = useState(false)
  if (error) return <ErrorState error={error} title={t('The settings of the search could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={180} radius={12} />
  return (
    <Card title={t('How passages are found')}>
      <div className={styles.stack}>
        <FactList
          labelWidth={150}
          facts={[
            [t('Meaning'), nameOf(data)],
            [t('Words'), t('Full text in five languages')],
            [
              t('Agents get'),
              t('Up to {count} passages with a strength of {share} or more', {
                count: data.passages,
                share: formatPercent(data.leastStrength),
              }),
            ],
            [t('Re-ranking'), data.isReranked ? t('By the default AI model') : t('Off')],
          ]}
        />
        {data.active && <IndexProgress index={data.active} label={t('Passages with vectors')} />}
        {data.next && (
          <IndexProgress
            index={data.next}
            label={data.active ? t('New index: the old one is searched until it is complete') : t('Passages with vectors')}
          />
        )}
        {data.embedding !== 'none' && !data.active && !data.next && (
          <p className={classes.excerpt}>{t('Articles of the product are compared already; your own as soon as there are some.')}</p>
        )}
        {data.withoutVectors > 0 && (
          <p className={classes.excerpt}>
            {plural(data.withoutVectors, {
              one: '{count} passage is not in English: only full text finds it. An AI model for embeddings knows more languages.',
              other: '{count} passages are not in English: only full text finds them. An AI model for embeddings knows more languages.',
            })}
          </p>
        )}
        <Actions index={data} onChange={() => setIsEditing(true)} />
      </div>
      {isEditing && <IndexDialog index={data} onClose={() => setIsEditing(false)} />}
    </Card>
  )
}

function nameOf({ embedding, configId, models, active, next }: KnowledgeIndex): string {
  if (embedding !== 'model') return embeddingLabels[embedding]
  return models.find(({ id }) => id === configId)?.name ?? next?.model ?? active?.model ?? embeddingLabels.model
}

function Actions({ index, onChange }: { index: KnowledgeIndex; onChange: () => void }) {
  const refusal = useGate('knowledge:manage')
  const rebuild = useMutation(rebuildMutation)
  const isStopped = [index.active, index.next].some((each) => each?.status === 'failed' || each?.status === 'waiting')
  return (
    <div className={styles.row}>
      <Button variant="default" disabled={refusal !== undefined} title={refusal} onClick={onChange}>
        {t('Change')}
      </Button>
      {index.embedding !== 'none' && (
        <Button variant="subtle" disabled={refusal !== undefined || rebuild.isPending} title={refusal} onClick={() => rebuild.mutate({})}>
          {isStopped ? t('Try again') : t('Index again')}
        </Button>
      )}
    </div>
  )
}

function IndexProgress({ index, label }: { index: VectorIndex; label: string }) {
  const { status, done, total, error, finishedAt, model } = index
  return (
    <div className={classes.index}>
      <span className={classes.progress}>
        <span>{label}</span>
        <span>{t('{used} of {limit}', { used: formatNumber(done), limit: formatNumber(total) })}</span>
      </span>
      <Progress value={(100 * done) / Math.max(1, total)} size={5} aria-label={label} />
      <span className={`${classes.facts} ${styles.small}`}>
        <StatusDot tone={indexStatusTones[status]} label={indexStatusLabels[status]} live={status === 'building'} />
        <span>{model}</span>
        {finishedAt && <RelativeTime at={finishedAt} />}
      </span>
      {error && <span className={classes.fault}>{translateMessage(error)}</span>}
    </div>
  )
}
