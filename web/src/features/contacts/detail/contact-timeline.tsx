import { Button, Select, Skeleton } from '@mantine/core'
import { IconFilterOff, IconHistory, IconSelector } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { timelineKinds } from '@imperium/contract/contacts/contact-timeline.ts'
import type { TimelineEntry, TimelineKind } from '@imperium/contract/contacts/contact-timeline.ts'
import { formatDate } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { fieldsQuery, purposesQuery, timelineQuery } from '../api.ts'
import { groupByDay } from './timeline-days.ts'
import type { Day } from './timeline-days.ts'
import { kindIcons, toneOf, typeIcons } from './timeline-icons.ts'
import { eventLines, eventTitle, kindLabels, linkPath, linkLabels } from './timeline-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from './timeline.module.css'

const kindOptions = timelineKinds.map((value) => ({ value, label: kindLabels[value] }))

/** All events of the contact by day, newest first; optionally of one kind. */
export function ContactTimeline({ id }: { id: string }) {
  const [kind, setKind] = useState<TimelineKind | null>(null)
  const list = useInfiniteQuery({ ...timelineQuery(id, kind), placeholderData: keepPreviousData })
  const entries = list.data?.pages.flatMap((page) => page.rows) ?? []
  const isEmpty = !list.isPending && entries.length === 0
  return (
    <>
      {(kind !== null || !isEmpty) && <KindFilter kind={kind} onChange={setKind} />}
      {list.isError && entries.length === 0 && (
        <ErrorState plain error={list.error} title={t('The timeline could not be loaded')} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <Skeleton height={220} radius={12} />}
      {isEmpty && !list.isError && <NothingYet onShowAll={kind === null ? null : () => setKind(null)} />}
      <div aria-busy={list.isPlaceholderData} className={classes.days} data-stale={list.isPlaceholderData || undefined}>
        {groupByDay(entries, formatDate).map((day) => (
          <DayPart key={day.at} day={day} contactId={id} />
        ))}
      </div>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show earlier')}
        </Button>
      )}
    </>
  )
}

function KindFilter({ kind, onChange }: { kind: TimelineKind | null; onChange: (kind: TimelineKind | null) => void }) {
  return (
    <Select
      className={classes.filter}
      aria-label={t('Show')}
      placeholder={t('Everything')}
      data={kindOptions}
      value={kind}
      onChange={(value) => onChange(timelineKinds.find((each) => each === value) ?? null)}
      clearable
      rightSection={kind === null ? <IconSelector size={15} stroke={1.7} aria-hidden /> : undefined}
      rightSectionPointerEvents={kind === null ? 'none' : 'all'}
    />
  )
}

function NothingYet({ onShowAll }: { onShowAll: (() => void) | null }) {
  if (!onShowAll) return <EmptyState plain icon={IconHistory} title={t('Nothing happened yet')} />
  const all = (
    <Button variant="default" onClick={onShowAll}>
      {t('Show everything')}
    </Button>
  )
  return <EmptyState plain icon={IconFilterOff} title={t('No such activity')} action={all} />
}

const dayMs = 86_400_000

function dayText(at: string): string {
  const day = formatDate(at)
  if (day === formatDate(new Date().toISOString())) return t('Today')
  return day === formatDate(new Date(Date.now() - dayMs).toISOString()) ? t('Yesterday') : day
}

function DayPart({ day, contactId }: { day: Day; contactId: string }) {
  const { data: fields = [] } = useQuery(fieldsQuery)
  const { data: purposes = [] } = useQuery(purposesQuery)
  return (
    <section aria-label={dayText(day.at)}>
      <h3 className={classes.day}>{dayText(day.at)}</h3>
      <ol className={classes.list}>
        {day.entries.map((entry) => (
          <Entry key={entry.id} contactId={contactId} entry={entry} lines={eventLines(entry, fields, purposes)} />
        ))}
      </ol>
    </section>
  )
}

function Entry({ contactId, entry, lines }: { contactId: string; entry: TimelineEntry; lines: readonly string[] }) {
  const Glyph = typeIcons[entry.type] ?? kindIcons[entry.kind]
  return (
    <li className={classes.entry}>
      <span className={classes.icon} data-tone={toneOf(entry)}>
        <Glyph size={15} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.words}>
        <div className={classes.head}>
          <span className={classes.title}>{eventTitle(entry)}</span>
          <span className={styles.aside}>
            <RelativeTime at={entry.at} />
          </span>
        </div>
        {lines.map((line) => (
          <p key={line} className={classes.line}>
            {line}
          </p>
        ))}
        {entry.actor && <p className={classes.actor}>{t('by {name}', { name: entry.actor })}</p>}
        {entry.link && (
          <p className={classes.line}>
            <OrgLink path={linkPath(entry.link, contactId)} className="link">
              {linkLabels[entry.link.kind]}
            </OrgLink>
          </p>
        )}
      </div>
    </li>
  )
}
