import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { PlaygroundCall } from '@imperium/contract/api-playground.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { clearHistoryMutation, historyQuery } from './api.ts'
import { rangeOf } from './response-card.tsx'
import styles from '../../ui/styles.module.css'
import classes from './playground.module.css'

/** Own calls, newest first; one click brings one back. */
export function HistoryCard({ onOpen, refusal }: { onOpen: (call: PlaygroundCall) => void; refusal: string | undefined }) {
  const { data, error, refetch } = useInfiniteQuery(historyQuery)
  const clear = useMutation(clearHistoryMutation)
  const calls = data?.pages.flatMap(({ rows }) => rows) ?? []
  return (
    <Card
      title={t('History')}
      aside={
        calls.length > 0 && (
          <Button size="compact-sm" variant="subtle" disabled={refusal !== undefined} title={refusal} onClick={() => clear.mutate({})}>
            {t('Clear')}
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} title={t('The history could not be loaded')} onRetry={() => void refetch()} plain />}
      {data && calls.length === 0 && <p className={styles.hint}>{t('Your calls appear here.')}</p>}
      <ul className={`${styles.list} ${classes.list}`}>
        {calls.map((each) => (
          <li key={each.id}>
            <button type="button" className={classes.item} onClick={() => onOpen(each)}>
              <code data-method={each.method}>{each.method}</code>
              <span className={styles.truncateGrow}>{each.path}</span>
              <span data-range={rangeOf(each.status)}>{each.status}</span>
              <RelativeTime at={each.at} />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
