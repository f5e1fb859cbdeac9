import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { EmptyPreview } from '../../ui/feedback/empty-preview.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { useOrgTarget } from '../../ui/page/org-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { segmentsQuery } from './api.ts'

const SegmentsTable = lazy(async () => ({ default: (await import('./segments-table.tsx')).SegmentsTable }))
const route = getRouteApi('/org/$orgSlug/segments/')

/** /org/{slug}/segments: the segments with their contact counts and usage. */
export function SegmentsPage() {
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useCan('segments:write')
  const list = useInfiniteQuery({ ...segmentsQuery(q), placeholderData: keepPreviousData })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const isEmpty = list.isSuccess && rows.length === 0
  const isNew = isEmpty && q === undefined
  const search = (text: string) => void navigate({ search: text.trim() === '' ? {} : { q: text }, replace: true, resetScroll: false })
  return (
    <Page
      title={t('Segments')}
      subtitle={t('Contacts that match your rules, updated at send time.')}
      actions={mayWrite && !isNew && <NewButton />}
    >
      {!isNew && (
        <FilterBar
          search={q ?? ''}
          onSearch={search}
          searchLabel={t('Search segments')}
          count={list.isSuccess && !list.hasNextPage ? plural(rows.length, { one: '{count} segment', other: '{count} segments' }) : ''}
        />
      )}
      {list.isError && rows.length === 0 && (
        <ErrorState error={list.error} title={t('Segments could not be loaded')} onRetry={() => void list.refetch()} />
      )}
      {isNew && (
        <EmptyState
          icon={IconUsersGroup}
          title={t('No segments yet')}
          preview={
            <EmptyPreview
              kind="rows"
              icon={IconUsersGroup}
              items={[
                { title: t('Customers in Spain'), value: plural(412, { one: '{count} contact', other: '{count} contacts' }) },
                { title: t('Opened an email this month'), value: plural(1_280, { one: '{count} contact', other: '{count} contacts' }) },
                { title: t('New since last week'), value: plural(37, { one: '{count} contact', other: '{count} contacts' }) },
              ]}
            />
          }
          text={t('Describe the contacts you want to reach, or build the rules yourself.')}
          action={mayWrite && <NewButton />}
        />
      )}
      {isEmpty && q !== undefined && (
        <EmptyState
          icon={IconUsersGroup}
          title={t('No segment matches')}
          text={t('No segment has a name like this.')}
          action={
            <Button variant="default" onClick={() => search('')}>
              {t('Clear search')}
            </Button>
          }
        />
      )}
      {(list.isPending || rows.length > 0) && (
        <Suspense fallback={<Skeleton height={480} radius="lg" />}>
          <SegmentsTable
            rows={rows}
            loading={list.isPending}
            hasMore={list.hasNextPage && !list.isFetchNextPageError}
            loadingMore={list.isFetchingNextPage}
            onLoadMore={() => void list.fetchNextPage()}
          />
        </Suspense>
      )}
    </Page>
  )
}

function NewButton() {
  const target = useOrgTarget('segments/new')
  const navigate = route.useNavigate()
  return (
    <Button leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />} onClick={() => void navigate(target)}>
      {t('New segment')}
    </Button>
  )
}
