import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { InboundEntry } from '@imperium/contract/channels/senders.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { inboundQuery } from './api.ts'
import { channelLabels, inboundLabels } from './channel-labels.ts'
import classes from './channels.module.css'

/** Inbound messages: replies, bounces, complaints and reports, newest first. */
export function InboundCard() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(inboundQuery)
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t('Received')}>
      {error && !rows && (
        <ErrorState plain error={error} title={t('Received messages could not be loaded')} onRetry={() => void refetch()} />
      )}
      {!rows && !error && <Skeleton height={120} radius={8} />}
      {rows?.length === 0 && (
        <p className={classes.note}>{t('Replies, bounces, complaints and reports of providers appear here as they arrive.')}</p>
      )}
      {rows && rows.length > 0 && (
        <ul className={classes.inbound}>
          {rows.map((row) => (
            <Entry key={row.id} row={row} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" size="xs" mt={12} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </Card>
  )
}

function Entry({ row }: { row: InboundEntry }) {
  const texts = [row.subject, row.preview].filter(Boolean).join(' — ')
  return (
    <li className={classes.entry}>
      <span className={classes.kind}>{inboundLabels[row.kind]}</span>
      <span className={classes.entryBody}>
        <span className={classes.name}>{row.sender || t('Unknown')}</span>
        <span className={classes.detail}>{[channelLabels[row.channel], row.statusCode, texts].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={classes.detail}>
        <RelativeTime at={row.at} />
      </span>
    </li>
  )
}
