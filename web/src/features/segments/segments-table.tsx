import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconEdit, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Segment } from '@imperium/contract/contacts/segments.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { useOrgSlug } from '../../ui/page/org-link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { cloneMutation, countMutation, removeMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './segments.module.css'

interface SegmentsTableProps {
  rows: readonly Segment[]
  loading: boolean
  hasMore: boolean
  loadingMore: boolean
  onLoadMore: () => void
}

export function SegmentsTable({ rows, ...list }: SegmentsTableProps) {
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const open = ({ id }: Segment) => void navigate({ to: '/org/$orgSlug/segments/$segmentId', params: { orgSlug, segmentId: id } })
  useCountMissing(rows)
  return (
    <DataTable
      label={t('Segments')}
      columns={columnsOf(open)}
      rows={rows}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      onOpen={open}
      {...list}
    />
  )
}

const countedAtOnce = 5

/** Counts segments without a current count, a few at a time, each once per visit of the page. */
function useCountMissing(rows: readonly Segment[]): void {
  const { mutate, isPending } = useMutation(countMutation)
  const [request, markRequested] = useState<readonly string[]>([])
  const next = rows.find(({ id, count, problems }) => count === null && problems.length === 0 && !request.includes(id))?.id
  const isEnough = request.length >= countedAtOnce
  useEffect(() => {
    if (next === undefined || isPending || isEnough) return
    mutate({ params: { id: next } }, { onSettled: () => markRequested((ids) => [...ids, next]) })
  }, [next, isPending, isEnough, mutate])
}

function columnsOf(open: (segment: Segment) => void): Column<Segment>[] {
  return [
    { id: 'name', header: t('Name'), width: 'minmax(200px, 1.6fr)', cell: (segment) => <NameCell of={segment} /> },
    { id: 'count', header: t('Contacts'), width: '150px', hideOn: 'phone', cell: (segment) => <CountCell of={segment} /> },
    { id: 'used', header: t('Used by'), width: 'minmax(140px, 0.8fr)', hideOn: 'tablet', cell: (segment) => <UsedCell of={segment} /> },
    {
      id: 'changed',
      header: t('Changed'),
      width: '120px',
      hideOn: 'tablet',
      cell: (segment) => (
        <span className={classes.muted} title={t('Created by {name}', { name: segment.createdBy })}>
          <RelativeTime at={segment.updatedAt} />
        </span>
      ),
    },
    {
      id: 'actions',
      header: '',
      width: '48px',
      align: 'end',
      interactive: true,
      cell: (segment) => <SegmentMenu of={segment} onOpen={() => open(segment)} />,
    },
  ]
}

function NameCell({ of: segment }: { of: Segment }) {
  return (
    <span className={styles.grow}>
      <span className={classes.name}>{segment.name}</span>
      <span className={`${styles.caption} ${classes.summary}`}>
        {translateMessage({ message: segment.summary, ...segment.summaryKey })}
      </span>
      <span className={classes.phoneFacts}>
        <CountCell of={segment} />
      </span>
    </span>
  )
}

function CountCell({ of: { count, countedAt, problems } }: { of: Segment }) {
  if (problems.length > 0) return <StatusDot tone="bad" label={t('Needs attention')} />
  if (count === null) return <span className={classes.muted}>{t('Not counted yet')}</span>
  return (
    <span className={classes.counted}>
      <span className="tnum">{formatNumber(count)}</span>
      <span className={classes.muted}>
        <RelativeTime at={countedAt} />
      </span>
    </span>
  )
}

function UsedCell({ of: { usedBy } }: { of: Segment }) {
  const [first] = usedBy
  if (!first) return <span className={classes.muted}>{t('Nothing')}</span>
  const more = usedBy.length - 1
  return (
    <span className={classes.used} title={usedBy.map(({ name }) => name).join(', ')}>
      {first.name}
      {more > 0 && ` ${plural(more, { one: 'and {count} more', other: 'and {count} more' })}`}
    </span>
  )
}

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

function SegmentMenu({ of: segment, onOpen }: { of: Segment; onOpen: () => void }) {
  const mayWrite = useCan('segments:write')
  const count = useMutation(countMutation)
  const clone = useMutation(cloneMutation)
  const remove = useMutation(removeMutation)
  const params = { id: segment.id }
  async function confirmAndDelete(): Promise<void> {
    const message = t('Are you sure you want to delete the segment "{name}"?', { name: segment.name })
    if (await confirm({ title: t('Delete segment'), message, action: t('Delete') })) remove.mutate({ params })
  }
  return (
    <Menu width={190}>
      <Menu.Target>
        <ActionIcon aria-label={t('Actions for {name}', { name: segment.name })}>
          <IconDots size={17} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEdit {...symbol} />} onClick={onOpen}>
          {mayWrite ? t('Edit') : t('Open')}
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh {...symbol} />} disabled={count.isPending} onClick={() => count.mutate({ params })}>
          {t('Count again')}
        </Menu.Item>
        {mayWrite && (
          <>
            <Menu.Item leftSection={<IconCopy {...symbol} />} onClick={() => clone.mutate({ params })}>
              {t('Copy||make a second one')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="var(--bad)" leftSection={<IconTrash {...symbol} />} onClick={() => void confirmAndDelete()}>
              {t('Delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
