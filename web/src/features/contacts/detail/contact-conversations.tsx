import { Skeleton } from '@mantine/core'
import { IconMailPlus } from '@tabler/icons-react'
import { useCan } from '../../../lib/use-session.ts'
import { receivedLabels } from '../../../lib/labels/received-labels.ts'
import { t } from '../../../lib/words.ts'
import { LoadMore } from '../../../ui/list/card-list.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { channelLabels } from '../contact-labels.ts'
import { conversationsQuery } from './conversations-api.ts'
import styles from '../../../ui/styles.module.css'
import classes from './conversations.module.css'

/** All conversations with a contact, newest first. */
export function ContactConversations({ contactId }: { contactId: string }) {
  const mayRead = useCan('messages:read')
  const mayWrite = useCan('messages:write')
  const list = useRows({ ...conversationsQuery(contactId), enabled: mayRead })
  const { rows } = list
  if (list.error) return <ErrorState plain error={list.error} title={t('Messages could not be loaded')} onRetry={list.retry} />
  if (list.table.loading) return <Skeleton height={180} radius={12} />
  return (
    <div className={classes.stack}>
      {mayWrite && (
        <OrgLink path={`messages?create=true&to=${contactId}`} className={classes.write}>
          <IconMailPlus size={15} stroke={1.7} aria-hidden />
          {t('Write')}
        </OrgLink>
      )}
      {rows.length === 0 && <p className={styles.textPlain}>{t('No messages with this contact yet.')}</p>}
      <ul className={`${styles.list} ${classes.list}`}>
        {rows.map(({ id, subject, preview, timestamp, channel, status }) => (
          <li key={id}>
            <OrgLink path={`messages?message=${id}&state=all`} className={classes.row}>
              <span className={classes.head}>
                <b>{subject}</b>
                <span className={classes.when}>
                  <RelativeTime at={timestamp} />
                </span>
              </span>
              <span className={classes.preview}>
                {[
                  channel && (channel === 'chat' ? t('Website chat') : channelLabels[channel]),
                  status === 'closed' && t('Done||conversations'),
                  receivedLabels(preview),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </OrgLink>
          </li>
        ))}
      </ul>
      <LoadMore list={list} label={t('Show older ones')} inCard />
    </div>
  )
}
