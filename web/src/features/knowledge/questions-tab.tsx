import { Button } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { plural, t } from '../../lib/words.ts'
import { EmptyPreview } from '../../ui/feedback/empty-preview.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { CardSkeletons } from '../../ui/list/card-list.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { dismissMutation, questionsQuery } from './api.ts'
import type { KnowledgeSearch } from './knowledge-search.ts'
import styles from '../../ui/styles.module.css'
import classes from './knowledge.module.css'

interface QuestionsTabProps {
  refusal: string | undefined
  change: ChangeSearch<KnowledgeSearch>
}

/** What agents were asked and found no passage for. */
export function QuestionsTab({ refusal, change }: QuestionsTabProps) {
  const { data, error, isPending, refetch } = useQuery(questionsQuery)
  const dismiss = useMutation(dismissMutation)
  if (error) return <ErrorState error={error} title={t('Questions could not be loaded')} onRetry={() => void refetch()} />
  if (isPending) return <CardSkeletons size={{ heightPx: 72, widthPx: 420 }} />
  if (data.length === 0)
    return (
      <EmptyState
        icon={IconHelpCircle}
        title={t('No unanswered questions')}
        text={t('When an agent searches the knowledge base and finds no answer, its question appears here.')}
        preview={
          <EmptyPreview
            kind="rows"
            icon={IconHelpCircle}
            items={[
              { title: t('Do you deliver on Saturdays?') },
              { title: t('Can I change my order?') },
              { title: t('How long is the warranty?') },
            ]}
          />
        }
      />
    )
  return (
    <ul className={`${styles.list} ${styles.stack8}`} aria-label={t('Unanswered questions')}>
      {data.map(({ id, question, asked, askedAt, runId }) => (
        <li key={id} className={classes.item}>
          <span className={classes.itemText}>
            <span className={classes.rowTitle}>{question}</span>
            <span className={`${classes.facts} ${styles.small}`}>
              <span>{plural(asked, { one: 'asked once', other: 'asked {count} times' })}</span>
              <RelativeTime at={askedAt} />
              {runId && (
                <OrgLink path={`agents/runs?run=${runId}`} className="link">
                  {t('Last run')}
                </OrgLink>
              )}
            </span>
          </span>
          <span className={styles.row}>
            <Button
              size="xs"
              variant="default"
              disabled={refusal !== undefined}
              title={refusal}
              onClick={() => change({ create: true, question: id })}
            >
              {t('Write an article')}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              disabled={refusal !== undefined || dismiss.isPending}
              title={refusal}
              onClick={() => dismiss.mutate({ params: { id } })}
            >
              {t('Dismiss')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
