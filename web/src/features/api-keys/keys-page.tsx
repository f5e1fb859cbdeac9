import { Button, Skeleton } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import type { ApiKey, CreatedApiKey, KeyKind } from '@imperium/contract/api-keys.ts'
import { useCan, useOrganization } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { keysQuery } from './api.ts'
import type { KeysSearch, KeysSearchChange } from './keys-search.ts'

const KeysTable = lazy(async () => ({ default: (await import('./keys-table.tsx')).KeysTable }))
const KeyDialog = lazy(async () => ({ default: (await import('./key-dialog.tsx')).KeyDialog }))
const NewKeyDialog = lazy(async () => ({ default: (await import('./new-key-dialog.tsx')).NewKeyDialog }))
const RotateDialog = lazy(async () => ({ default: (await import('./rotate-dialog.tsx')).RotateDialog }))

interface KeysPageProps {
  kind: KeyKind
  search: KeysSearch
  onChange: (next: KeysSearchChange, replace?: boolean) => void
}

const words = {
  organization: {
    title: t('API Keys'),
    subtitle: t('Keys for programs that call the public API of this organization.'),
    empty: t('No API keys yet'),
    emptyText: t('Create one to call the public API from your own programs.'),
  },
  agent: {
    title: t('Agent API Keys'),
    subtitle: t('Each of these keys can only run one agent.'),
    empty: t('No agent API keys yet'),
    emptyText: t('Create one to let a program run a single agent.'),
  },
} as const satisfies Record<KeyKind, object>

const statusOptions = [
  { value: 'active', label: t('Active||API key') },
  { value: 'inactive', label: t('Inactive||API key') },
]

/** The keys of one kind: made, shown once, changed, rotated, revoked. */
export function KeysPage({ kind, search, onChange }: KeysPageProps) {
  const say = words[kind]
  const mayManage = useCan('api-keys:manage')
  if (!mayManage)
    return (
      <Page title={say.title} subtitle={say.subtitle}>
        <EmptyState
          icon={IconKey}
          title={t('Only owners and administrators manage API keys')}
          text={t('Ask one of them if you need a key.')}
        />
      </Page>
    )
  return <Keys kind={kind} search={search} onChange={onChange} />
}

function Keys({ kind, search, onChange }: KeysPageProps) {
  const say = words[kind]
  const { status } = useOrganization()
  const refusal = status === 'SUSPENDED' ? t('The organization is suspended') : undefined
  const list = useInfiniteQuery({ ...keysQuery(kind, search), placeholderData: keepPreviousData })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const [editing, setEditing] = useState<ApiKey | null>(null)
  const [rotating, setRotating] = useState<ApiKey | null>(null)
  const [made, setMade] = useState<CreatedApiKey | null>(null)
  const isFiltered = search.q !== undefined || search.status !== undefined
  const isEmpty = list.isSuccess && rows.length === 0
  const isNew = isEmpty && !isFiltered
  const createButton = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
      onClick={() => onChange({ create: true })}
      disabled={refusal !== undefined}
      title={refusal}
    >
      {t('Create API key')}
    </Button>
  )
  const show = (key: CreatedApiKey) => {
    setRotating(null)
    setMade(key)
    if (search.create) onChange({ create: undefined }, true)
  }
  return (
    <Page title={say.title} subtitle={say.subtitle} actions={!isNew && createButton('filled')}>
      {!isNew && (
        <FilterBar
          search={search.q ?? ''}
          onSearch={(q) => onChange({ q: q.trim() === '' ? undefined : q }, true)}
          searchLabel={t('Search API keys')}
          filters={[
            {
              label: t('Status'),
              value: search.status ?? null,
              options: statusOptions,
              onChange: (next) => onChange({ status: next === 'active' || next === 'inactive' ? next : undefined }),
            },
          ]}
          count={list.isSuccess && !list.hasNextPage ? plural(rows.length, { one: '{count} key', other: '{count} keys' }) : ''}
        />
      )}
      {list.isError && rows.length === 0 && (
        <ErrorState error={list.error} title={t('API keys could not be loaded')} onRetry={() => void list.refetch()} />
      )}
      {isNew && <EmptyState icon={IconKey} title={say.empty} text={say.emptyText} action={createButton('filled')} />}
      {isEmpty && isFiltered && (
        <EmptyState
          icon={IconKey}
          title={t('No key matches')}
          text={t('No API key fits this search and this status.')}
          action={
            <Button variant="default" onClick={() => onChange({ q: undefined, status: undefined })}>
              {t('Clear filters')}
            </Button>
          }
        />
      )}
      {(list.isPending || rows.length > 0) && (
        <Suspense fallback={<Skeleton height={480} radius="lg" />}>
          <KeysTable
            label={say.title}
            rows={rows}
            loading={list.isPending}
            hasMore={list.hasNextPage && !list.isFetchNextPageError}
            loadingMore={list.isFetchingNextPage}
            onLoadMore={() => void list.fetchNextPage()}
            refusal={refusal}
            onEdit={setEditing}
            onRotate={setRotating}
          />
        </Suspense>
      )}
      {(search.create || editing || rotating || made) && <ReturnFocus />}
      <Suspense fallback={null}>
        {search.create && !refusal && (
          <KeyDialog kind={kind} editing={null} onMade={show} onClose={() => onChange({ create: undefined }, true)} />
        )}
        {editing && <KeyDialog kind={kind} editing={editing} onMade={show} onClose={() => setEditing(null)} />}
        {rotating && <RotateDialog of={rotating} onMade={show} onClose={() => setRotating(null)} />}
        {made && <NewKeyDialog made={made} onClose={() => setMade(null)} />}
      </Suspense>
    </Page>
  )
}
