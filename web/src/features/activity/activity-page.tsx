import { Button } from '@mantine/core'
import { IconActivity, IconDownload, IconFilterOff, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { activityDays } from '@imperium/contract/activity.ts'
import { activityKinds } from '@imperium/contract/activity.ts'
import { useCan, useOrganization } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ActivityList, ActivitySkeleton } from './activity-list.tsx'
import classes from './activity.module.css'
import { kindOptions, rangeLabels } from './activity-labels.ts'
import { activityQuery, exportActivityMutation, retentionQuery } from './api.ts'
import type { ActivitySearch } from './search.ts'

const rangeOptions = activityDays.map((value) => ({ value, label: rangeLabels[value] }))

/** /org/{slug}/activity: the activity log, grouped by day. The filters are in the URL. */
export function ActivityPage() {
  const search = useSearch({ from: '/org/$orgSlug/activity' })
  const navigate = useNavigate({ from: '/org/$orgSlug/activity' })
  const change = (next: { [K in keyof ActivitySearch]: ActivitySearch[K] | undefined }) =>
    void navigate({
      search: Object.fromEntries(Object.entries({ ...search, ...next }).filter(([, value]) => value !== undefined)),
      replace: true,
    })
  const seesAll = useCan('audit:read')
  const { name } = useOrganization()
  const list = useInfiniteQuery({ ...activityQuery(search), placeholderData: keepPreviousData })
  const exporting = useMutation(exportActivityMutation)
  const entries = list.data?.pages.flatMap((page) => page.rows) ?? []
  const filtered = search.q !== undefined || search.type !== undefined
  return (
    <Page
      title={t('Activity Log')}
      subtitle={
        seesAll
          ? t('All actions in {organization}, with the member and origin.', { organization: name })
          : t('Your activity and its origin.')
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate(search)}
        >
          {t('Export CSV')}
        </Button>
      }
    >
      <FilterBar
        search={search.q ?? ''}
        onSearch={(q) => change({ q: q.trim() === '' ? undefined : q })}
        searchLabel={t('Search activity')}
        filters={[
          {
            label: t('Type'),
            value: search.type ?? null,
            options: kindOptions,
            onChange: (next) => change({ type: activityKinds.find((each) => each === next) }),
          },
          {
            label: t('Time range'),
            value: search.days ?? '7',
            options: rangeOptions,
            required: true,
            onChange: (next) => change({ days: activityDays.find((each) => each === next && each !== '7') }),
          },
        ]}
        count={countText(entries.length, list.hasNextPage)}
      />
      <RetentionNote />
      {list.isPending && <ActivitySkeleton />}
      {list.isError && entries.length === 0 && (
        <ErrorState error={list.error} title={t('Activity could not be loaded')} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && entries.length === 0 && (
        <NoActivity filtered={filtered} onClear={() => change({ q: undefined, type: undefined })} />
      )}
      {entries.length > 0 && (
        <ActivityList
          entries={entries}
          hasMore={list.hasNextPage && !list.isFetchNextPageError}
          loadingMore={list.isFetchingNextPage}
          onLoadMore={() => void list.fetchNextPage()}
        />
      )}
      {list.isFetchNextPageError && (
        <Button variant="default" onClick={() => void list.fetchNextPage()}>
          {t('More could not be loaded. Try again')}
        </Button>
      )}
    </Page>
  )
}

const countText = (count: number, hasMore: boolean): string =>
  hasMore ? t('More than {count} entries', { count }) : plural(count, { one: '{count} entry', other: '{count} entries' })

/** Shows how long activity is stored. */
function RetentionNote() {
  const { data } = useQuery(retentionQuery)
  const mayChange = useCan('security:manage')
  if (!data) return null
  return (
    <p className={classes.note}>
      <IconHistory size={15} stroke={1.7} aria-hidden />
      {t('Activity is kept for {days} days.', { days: data.retentionDays })}
      {mayChange && <OrgLink path="settings/data">{t('Change retention')}</OrgLink>}
    </p>
  )
}

function NoActivity({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered)
    return (
      <EmptyState
        icon={IconActivity}
        title={t('No activity in this time')}
        text={t('Sign-ins, runs and changes appear here as they happen.')}
      />
    )
  return (
    <EmptyState
      icon={IconFilterOff}
      title={t('No activity matches')}
      text={t('Try another search term, type or period.')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('Clear filters')}
        </Button>
      }
    />
  )
}
