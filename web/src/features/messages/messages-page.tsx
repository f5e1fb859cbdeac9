import { ActionIcon, Badge, Button, Skeleton, Tabs } from '@mantine/core'
import { IconInbox, IconMailPlus, IconMessages, IconX } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { EmptyPreview } from '../../ui/feedback/empty-preview.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { StatStrip } from '../../ui/list/stat-strip.tsx'
import { listQuery, statsQuery } from './api.ts'
import { ConversationList, ListSkeleton } from './conversation-list.tsx'
import { channelOptions, isFiltered, readFilters, readSearch, showOptions, stateOptions } from './filters.ts'
import { priorityFilter } from './message-labels.ts'
import type { MessagesSearch } from './search.ts'
import styles from '../../ui/styles.module.css'
import classes from './messages.module.css'

// Neither is needed for the list.
const NewMessageDialog = lazy(async () => ({ default: (await import('./new-message-dialog.tsx')).NewMessageDialog }))
const ReadingPane = lazy(async () => ({ default: (await import('./reading-pane.tsx')).ReadingPane }))

/** /org/{slug}/messages: messages between members, and conversations with contacts on every channel. */
export function MessagesPage() {
  const search = readSearch(useSearch({ from: '/org/$orgSlug/messages' }))
  const navigate = useNavigate({ from: '/org/$orgSlug/messages' })
  const change = (next: { [K in keyof MessagesSearch]: MessagesSearch[K] | undefined }, replace = true) =>
    void navigate({
      search: Object.fromEntries(Object.entries({ ...search, ...next }).filter(([, value]) => value !== undefined)),
      replace,
    })
  const mayWrite = useCan('messages:write')
  const stats = useQuery(statsQuery)
  const { box } = readFilters(search)
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
      <div className={classes.stats} data-reading={search.message !== undefined || undefined}>
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
      </div>
      <Tabs
        value={box}
        onChange={(next) => change({ box: next && next !== 'inbox' ? next : undefined, state: undefined, message: undefined }, false)}
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
            contactId={search.to}
            onClose={() => change({ create: undefined, to: undefined })}
            onSent={(id) => change({ create: undefined, to: undefined, box: 'sent', message: id })}
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
  const filters = readFilters(search)
  const list = useInfiniteQuery({ ...listQuery(filters), placeholderData: keepPreviousData })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const select = (label: string, key: 'show' | 'channel' | 'priority', options: readonly { value: string; label: string }[]) => ({
    label,
    value: filters[key] ?? null,
    options,
    onChange: (next: string | null) => onChange({ [key]: next ?? undefined }),
  })
  return (
    <>
      <FilterBar
        search={search.q ?? ''}
        onSearch={(q) => onChange({ q: q.trim() === '' ? undefined : q })}
        searchLabel={t('Search messages')}
        filters={[
          {
            label: t('Open or done'),
            value: filters.state,
            options: stateOptions,
            required: true,
            onChange: (next) => onChange({ state: next ?? undefined }),
          },
          select(t('All messages'), 'show', showOptions),
          select(t('All Channels'), 'channel', channelOptions),
          select(t('All Priority'), 'priority', priorityFilter),
        ]}
        count={
          list.hasNextPage
            ? t('More than {count} messages', { count: rows.length })
            : plural(rows.length, { one: '{count} message', other: '{count} messages' })
        }
      >
        {search.campaign && (
          <Chosen
            label={t('Campaign: {name}', { name: rows[0]?.campaignName ?? '' })}
            removeLabel={t('Show messages of every campaign')}
            onRemove={() => onChange({ campaign: undefined })}
          />
        )}
        {search.contact && (
          <Chosen
            label={t('One contact')}
            removeLabel={t('Show messages of every contact')}
            onRemove={() => onChange({ contact: undefined })}
          />
        )}
      </FilterBar>
      <div className={classes.split} data-open={search.message !== undefined || undefined}>
        <div className={`${styles.surface} ${classes.side}`}>
          {list.isPending && <ListSkeleton />}
          {list.isError && rows.length === 0 && (
            <ErrorState error={list.error} title={t('Messages could not be loaded')} onRetry={() => void list.refetch()} />
          )}
          {list.isSuccess && rows.length === 0 && <NoMessages box={filters.box} filtered={isFiltered(filters)} />}
          {rows.length > 0 && <ConversationList rows={rows} openId={search.message} isSent={filters.box === 'sent'} />}
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
            <div className={`${styles.surface} ${classes.nothing}`}>
              <EmptyState plain icon={IconMessages} title={t('No message selected')} text={t('Choose one from the list to read it.')} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}

/** A filter that an address brought, and that can be taken off. */
function Chosen({ label, removeLabel, onRemove }: { label: string; removeLabel: string; onRemove: () => void }) {
  return (
    <span className={classes.chosen}>
      <span>{label}</span>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={removeLabel} onClick={onRemove}>
        <IconX size={14} stroke={1.8} aria-hidden />
      </ActionIcon>
    </span>
  )
}

function NoMessages({ box, filtered }: { box: string; filtered: boolean }) {
  if (filtered) return <EmptyState plain icon={IconInbox} title={t('No messages match')} text={t('Try another search term or filter.')} />
  const [title, text] =
    box === 'sent'
      ? [t('Nothing sent yet'), t('The preview appears here.')]
      : box === 'archived'
        ? [t('Nothing archived'), t('Archived conversations appear here until a new message arrives.')]
        : [t('No messages'), t('Messages of members and replies of contacts appear here.')]
  return (
    <EmptyState
      plain
      icon={IconInbox}
      title={title}
      text={text}
      preview={
        box === 'inbox' ? (
          <EmptyPreview
            kind="rows"
            icon={IconMessages}
            items={[
              { title: t('Where is my order?') },
              { title: t('Can I change my address?') },
              { title: t('Thank you for the quick help') },
            ]}
          />
        ) : undefined
      }
    />
  )
}
