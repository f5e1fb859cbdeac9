import { Badge, Button, Skeleton, Tabs } from '@mantine/core'
import { IconInbox, IconMailPlus, IconMessages } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { listQuery, statsQuery } from './api.ts'
import { ConversationList, ListSkeleton } from './conversation-list.tsx'
import { priorityFilter } from './message-words.ts'
import type { MessagesSearch } from './search.ts'
import classes from './messages.module.css'

// Neither is needed for the list.
const NewMessageDialog = lazy(async () => ({ default: (await import('./new-message-dialog.tsx')).NewMessageDialog }))
const ReadingPane = lazy(async () => ({ default: (await import('./reading-pane.tsx')).ReadingPane }))

/** /org/{slug}/messages: messages between members, and conversations with contacts on every channel. */
export function MessagesPage() {
  const search = useSearch({ from: '/org/$orgSlug/messages' })
  const navigate = useNavigate({ from: '/org/$orgSlug/messages' })
  const change = (next: { [K in keyof MessagesSearch]: MessagesSearch[K] | undefined }, replace = true) =>
    void navigate({
      search: Object.fromEntries(Object.entries({ ...search, ...next }).filter(([, value]) => value !== undefined)),
      replace,
    })
  const mayWrite = useCan('messages:write')
  const stats = useQuery(statsQuery)
  const box = search.box ?? 'inbox'
  return (
    <Page
      title={t('Messages')}
      subtitle={t('Between members, and with contacts on the channel they wrote on.')}
      actions={
        mayWrite && (
          <Button leftSection={<IconMailPlus size={16} stroke={1.7} aria-hidden />} onClick={() => change({ create: true }, false)}>
            {t('New')}
          </Button>
        )
      }
    >
      <StatStrip
        label={t('Messages')}
        loading={stats.isPending}
        stats={[
          { label: t('Total Messages'), value: stats.data?.total ?? 0 },
          { label: t('Unread'), value: stats.data?.unread ?? 0 },
          { label: t('Flagged'), value: stats.data?.flagged ?? 0 },
          { label: t('Sent Today'), value: stats.data?.sentToday ?? 0 },
        ]}
      />
      <Tabs
        value={box}
        onChange={(next) => change({ box: next === 'sent' || next === 'archived' ? next : undefined, message: undefined }, false)}
      >
        <Tabs.List>
          <Tabs.Tab value="inbox" rightSection={stats.data?.unread ? <Badge size="sm">{stats.data.unread}</Badge> : undefined}>
            {t('Inbox')}
          </Tabs.Tab>
          <Tabs.Tab value="sent">{t('Sent||box')}</Tabs.Tab>
          <Tabs.Tab value="archived">{t('Archived')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={box} className={classes.panel}>
          <Box search={search} onChange={change} />
        </Tabs.Panel>
      </Tabs>
      {search.create && mayWrite && (
        <Suspense>
          <NewMessageDialog
            onClose={() => change({ create: undefined })}
            onSent={(id) => change({ create: undefined, box: 'sent', message: id })}
          />
        </Suspense>
      )}
    </Page>
  )
}

interface BoxProps {
  search: MessagesSearch
  onChange: (next: { [K in keyof MessagesSearch]: MessagesSearch[K] | undefined }) => void
}

function Box({ search, onChange }: BoxProps) {
  const list = useInfiniteQuery({ ...listQuery(search), placeholderData: keepPreviousData })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const filtered = search.q !== undefined || search.priority !== undefined
  return (
    <>
      <FilterBar
        search={search.q ?? ''}
        onSearch={(q) => onChange({ q: q.trim() === '' ? undefined : q })}
        searchLabel={t('Search messages')}
        filters={[
          {
            label: t('All Priority'),
            value: search.priority ?? null,
            options: priorityFilter,
            onChange: (next) => onChange({ priority: priorityFilter.find(({ value }) => value === next)?.value }),
          },
        ]}
        count={
          list.hasNextPage
            ? t('More than {count} messages', { count: rows.length })
            : plural(rows.length, { one: '{count} message', other: '{count} messages' })
        }
      />
      <div className={classes.split} data-open={search.message !== undefined || undefined}>
        <div className={classes.side}>
          {list.isPending && <ListSkeleton />}
          {list.isError && rows.length === 0 && (
            <ErrorState error={list.error} title={t('Messages could not be loaded')} onRetry={() => void list.refetch()} />
          )}
          {list.isSuccess && rows.length === 0 && <NoMessages box={search.box} filtered={filtered} />}
          {rows.length > 0 && <ConversationList rows={rows} openId={search.message} isSent={search.box === 'sent'} />}
          {list.hasNextPage && (
            <Button variant="default" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} className={classes.more}>
              {list.isFetchingNextPage ? t('Loading...') : t('Show older ones')}
            </Button>
          )}
        </div>
        <div className={classes.main}>
          {search.message ? (
            <Suspense fallback={<Skeleton height={320} radius={12} />}>
              <ReadingPane key={search.message} id={search.message} onClose={() => onChange({ message: undefined })} />
            </Suspense>
          ) : (
            <div className={classes.nothing}>
              <EmptyState plain icon={IconMessages} title={t('No message selected')} text={t('Choose one from the list to read it.')} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}

function NoMessages({ box, filtered }: { box: MessagesSearch['box']; filtered: boolean }) {
  if (filtered) return <EmptyState plain icon={IconInbox} title={t('No messages match')} text={t('Try other words or another priority.')} />
  const [title, text] =
    box === 'sent'
      ? [t('Nothing sent yet'), t('What you write appears here.')]
      : box === 'archived'
        ? [t('Nothing archived'), t('Conversations that you archive appear here until somebody writes again.')]
        : [t('No messages'), t('Messages of members and answers of contacts appear here.')]
  return <EmptyState plain icon={IconInbox} title={title} text={text} />
}
