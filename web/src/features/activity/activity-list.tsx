import { Skeleton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ActivityEntry } from '@imperium/contract/activity.ts'
import { inProductName } from '../../lib/brand/brand.ts'
import { formatDate } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useScrollRoot } from '../../ui/page/use-scroll-root.ts'
import styles from '../../ui/styles.module.css'
import classes from './activity.module.css'
import { deviceText, kindIcons, kindLabels, describeActivity, statusTones, statusText } from './activity-labels.ts'
import { groupDays } from './group-days.ts'
import type { Line } from './group-days.ts'
import { Moment } from './moment.tsx'

const rowHeight = 61
const dayHeight = 44

interface ActivityListProps {
  rows: readonly ActivityEntry[]
  hasMore: boolean
  loadingMore: boolean
  onLoadMore: () => void
}

/** A list of any length, by days: only the visible rows exist. */
export function ActivityList({ rows, hasMore, loadingMore, onLoadMore }: ActivityListProps) {
  // The virtualizer is one object that changes inside; memoised reads of it would go stale.
  'use no memo'
  const body = useRef<HTMLUListElement>(null)
  const { scrollRoot, offset } = useScrollRoot(body)
  const lines = groupDays(rows, formatDate)
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrollRoot,
    estimateSize: (at) => (lines[at]?.kind === 'day' ? dayHeight : rowHeight),
    getItemKey: (at) => lines[at]?.id ?? at,
    overscan: 10,
    scrollMargin: offset,
    initialRect: { width: 1200, height: 900 },
  })
  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? 0
  const loadMore = useEffectEvent(onLoadMore)
  useEffect(() => {
    if (hasMore && !loadingMore && lastIndex >= lines.length - 12) loadMore()
  }, [lastIndex, lines.length, hasMore, loadingMore])
  return (
    <>
      <ul ref={body} className={classes.list} aria-label={t('Activity')} style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const line = lines[item.index]
          return line && <ActivityLine key={item.key} line={line} top={item.start - offset} />
        })}
      </ul>
      {loadingMore && (
        <p className={classes.more} role="status">
          {t('Loading more…')}
        </p>
      )}
    </>
  )
}

function ActivityLine({ line, top }: { line: Line; top: number }) {
  const style = { transform: `translateY(${top}px)` }
  if (line.kind === 'day')
    return (
      <li className={classes.day} style={style}>
        <h2>{dayText(line.at)}</h2>
      </li>
    )
  const { entry } = line
  const body = <EntryText entry={entry} />
  return (
    <li className={classes.entry} data-last={line.last || undefined} style={style}>
      {entry.link === null ? (
        <div className={classes.row}>{body}</div>
      ) : (
        <OrgLink path={entry.link} className={classes.row}>
          {body}
        </OrgLink>
      )}
    </li>
  )
}

function EntryText({ entry }: { entry: ActivityEntry }) {
  const Glyph = kindIcons[entry.type]
  const texts = describeActivity(entry)
  const details = [kindLabels[entry.type], deviceText(entry), entry.ipAddress].filter((each) => each !== null)
  return (
    <>
      <span className={classes.icon} data-kind={entry.type}>
        <Glyph size={16} stroke={1.7} aria-hidden />
      </span>
      <span className={styles.stackGrow}>
        <span className={classes.sentence} title={texts}>
          {texts}
        </span>
        <span className={classes.details}>{details.join(' · ')}</span>
      </span>
      {entry.status !== 'success' && <StatusDot tone={statusTones[entry.status]} label={statusText[entry.status]} />}
      <span className={classes.who}>
        <Avatar userId={entry.userId} name={entry.userId === null ? inProductName(entry.userName) : entry.userName} size={24} />
      </span>
      <span className={classes.time}>
        <Moment at={entry.timestamp} />
      </span>
    </>
  )
}

const dayMs = 86_400_000

function dayText(at: string): string {
  const day = formatDate(at)
  if (day === formatDate(new Date().toISOString())) return t('Today')
  return day === formatDate(new Date(Date.now() - dayMs).toISOString()) ? t('Yesterday') : day
}

export function ActivitySkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      {[52, 44, 61, 38, 57, 49, 42].map((width) => (
        <div key={width} className={classes.row}>
          <Skeleton width={32} height={32} radius={8} />
          <span className={styles.stackGrow}>
            <Skeleton height={12} width={`${width}%`} />
            <Skeleton height={10} width={`${width / 2}%`} mt={8} />
          </span>
        </div>
      ))}
    </div>
  )
}
