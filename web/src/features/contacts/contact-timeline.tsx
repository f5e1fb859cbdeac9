import { Button, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ContactField } from '@imperium/contract/contact-fields.ts'
import type { TimelineEntry } from '@imperium/contract/contacts.ts'
import { t } from '../../lib/words.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { OrgLink } from '../../ui/org-link.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { fieldsQuery, purposesQuery, timelineQuery } from './api.ts'
import { eventLines, eventTitle } from './contact-words.ts'
import classes from './timeline.module.css'

/** Everything that happened with the person, newest first. */
export function ContactTimeline({ id }: { id: string }) {
  const list = useInfiniteQuery(timelineQuery(id))
  const { data: fields = [] } = useQuery(fieldsQuery)
  const { data: purposes = [] } = useQuery(purposesQuery)
  const entries = list.data?.pages.flatMap((page) => page.rows) ?? []
  if (list.isError && entries.length === 0)
    return <ErrorState plain error={list.error} title={t('The timeline could not be loaded')} onRetry={() => void list.refetch()} />
  if (list.isPending) return <Skeleton height={220} radius={12} />
  if (entries.length === 0) return <EmptyState plain icon={IconHistory} title={t('Nothing happened yet')} />
  return (
    <>
      <ol className={classes.list} aria-label={t('Timeline')}>
        {entries.map((entry) => (
          <Entry key={entry.id} contactId={id} entry={entry} fields={fields} purposes={purposes} />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show earlier')}
        </Button>
      )}
    </>
  )
}

interface EntryProps {
  contactId: string
  entry: TimelineEntry
  fields: readonly ContactField[]
  purposes: readonly { key: string; name: string }[]
}

function Entry({ contactId, entry, fields, purposes }: EntryProps) {
  const campaignId = entry.type.startsWith('campaign.') ? entry.detail['campaignId'] : undefined
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <span className={classes.title}>{eventTitle(entry)}</span>
        <span className={classes.when}>
          <RelativeTime at={entry.at} />
        </span>
      </div>
      {eventLines(entry, fields, purposes).map((line) => (
        <p key={line} className={classes.line}>
          {line}
        </p>
      ))}
      {typeof campaignId === 'string' && (
        <p className={classes.line}>
          <OrgLink path={`campaigns/${campaignId}?tab=contacts&contact=${contactId}`} className="link">
            {t('What happened')}
          </OrgLink>
        </p>
      )}
      {entry.actor && <p className={classes.actor}>{t('by {name}', { name: entry.actor })}</p>}
    </li>
  )
}
