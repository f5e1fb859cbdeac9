import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { suppressionsQuery } from './api.ts'
import { channelLabels } from './channel-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

/** The newest suppressions, with a link to all. */
export function SuppressionsCard() {
  const { data, error, refetch } = useQuery(suppressionsQuery)
  const rows = data?.rows
  return (
    <Card title={t('Suppression list')} aside={<OrgLink path="settings/consent?tab=suppressions">{t('Show all')}</OrgLink>}>
      <p className={styles.textWrap}>{t('Addresses that bounced, complained or unsubscribed never get campaigns, in any audience.')}</p>
      {error && !rows && <ErrorState plain error={error} title={t('The list could not be loaded')} onRetry={() => void refetch()} />}
      {!rows && !error && <Skeleton height={60} radius={8} mt={12} />}
      {rows?.length === 0 && <p className={classes.detail}>{t('The list is empty.')}</p>}
      {rows && rows.length > 0 && (
        <ul className={`${styles.list} ${classes.inbound}`}>
          {rows.map((row) => (
            <li key={row.id} className={classes.entry}>
              <span className={classes.kind}>{channelLabels[row.channel]}</span>
              <span className={`${styles.column} ${classes.entryBody}`}>
                <span className={classes.name}>{row.hint}</span>
              </span>
              <span className={classes.detail}>
                <RelativeTime at={row.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
