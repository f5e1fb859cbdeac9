import { Skeleton } from '@mantine/core'
import type { InboundEntry } from '@imperium/contract/channels/senders.ts'
import { t } from '../../lib/words.ts'
import { LoadMore } from '../../ui/list/card-list.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { inboundQuery } from './api.ts'
import { channelLabels, inboundLabels } from './channel-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

/** Inbound messages: replies, bounces, complaints and reports, newest first. */
export function InboundCard() {
  const list = useRows(inboundQuery)
  const { rows } = list
  return (
    <Card title={t('Received')}>
      {list.error && <ErrorState plain error={list.error} title={t('Received messages could not be loaded')} onRetry={list.retry} />}
      {list.table.loading && <Skeleton height={120} radius={8} />}
      {list.isEmpty && (
        <p className={styles.textWrap}>{t('Replies, bounces, complaints and reports of providers appear here as they arrive.')}</p>
      )}
      {rows.length > 0 && (
        <ul className={`${styles.list} ${classes.inbound}`}>
          {rows.map((row) => (
            <Entry key={row.id} row={row} />
          ))}
        </ul>
      )}
      <LoadMore list={list} label={t('Show more')} inCard />
    </Card>
  )
}

function Entry({ row }: { row: InboundEntry }) {
  const texts = [row.subject, row.preview].filter(Boolean).join(' — ')
  return (
    <li className={classes.entry}>
      <span className={classes.kind}>{inboundLabels[row.kind]}</span>
      <span className={`${styles.column} ${classes.entryBody}`}>
        <span className={classes.name}>{row.sender || t('Unknown')}</span>
        <span className={classes.detail}>{[channelLabels[row.channel], row.statusCode, texts].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={classes.detail}>
        <RelativeTime at={row.at} />
      </span>
    </li>
  )
}
