import { Button, Skeleton } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { roles } from '@imperium/contract/permissions.ts'
import { memberStatuses } from '@imperium/contract/team.ts'
import type { TeamStats } from '@imperium/contract/team.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCan, useOrganization, useUser } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { StatStrip } from '../../ui/list/stat-strip.tsx'
import { withoutBlanks } from '../../lib/search-params.ts'
import { filterOf, membersQuery, teamStatsQuery } from './api.ts'
import type { TeamSearchChange } from './team-search.ts'
import { statusWords, teamRoleWords } from './team-words.ts'
import { useTeamActions } from './use-team-actions.ts'
import classes from './team.module.css'

const TeamTable = lazy(async () => ({ default: (await import('./team-table.tsx')).TeamTable }))
const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }))
const TransferDialog = lazy(async () => ({ default: (await import('./transfer-dialog.tsx')).TransferDialog }))

const route = getRouteApi('/org/$orgSlug/settings/team')
const roleOptions = roles.map((role) => ({ value: role, label: teamRoleWords[role] }))
const statusOptions = memberStatuses.map((status) => ({ value: status, label: statusWords[status] }))

/** /org/{slug}/settings/team: who belongs to the organization, with which role, and who is invited. */
export function TeamPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: TeamSearchChange, replace = false) =>
    void navigate({ search: (now) => withoutBlanks({ ...now, ...next }), replace, resetScroll: false })
  const user = useUser()
  const { status } = useOrganization()
  const mayManage = useCan('team:manage')
  const actions = useTeamActions()
  const list = useInfiniteQuery({ ...membersQuery(search), placeholderData: keepPreviousData })
  const stats = useQuery({ ...teamStatsQuery(search), placeholderData: keepPreviousData })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const filter = filterOf(search)
  const refusal = status === 'SUSPENDED' ? t('The organization is suspended') : undefined

  const inviteButton = (
    <Button
      leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden />}
      onClick={() => change({ invite: true })}
      disabled={refusal !== undefined}
      title={refusal}
    >
      {t('Invite member')}
    </Button>
  )
  return (
    <Page title={t('Team Members')} subtitle={t('Members of this organization and their roles.')} actions={mayManage && inviteButton}>
      <Seats stats={stats.data} />
      <FilterBar
        search={search.q ?? ''}
        onSearch={(q) => change({ q: q.trim() === '' ? undefined : q }, true)}
        searchLabel={t('Search team members')}
        filters={[
          { label: t('Role'), value: filter.role ?? null, options: roleOptions, onChange: (role) => change({ role: role ?? undefined }) },
          {
            label: t('Status'),
            value: filter.status ?? null,
            options: statusOptions,
            onChange: (next) => change({ status: next ?? undefined }),
          },
        ]}
        count={stats.data ? plural(stats.data.matching, { one: '{count} person', other: '{count} people' }) : ''}
      />
      {list.isError && rows.length === 0 && (
        <ErrorState error={list.error} title={t('Failed to load the team')} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState
          icon={IconUsers}
          title={t('No matches')}
          text={t('No team member fits this search and these filters.')}
          action={
            <Button variant="default" onClick={() => change({ q: undefined, role: undefined, status: undefined })}>
              {t('Clear filters')}
            </Button>
          }
        />
      )}
      {(list.isPending || rows.length > 0) && (
        <Suspense fallback={<Skeleton height={480} radius="lg" />}>
          <TeamTable
            rows={rows}
            loading={list.isPending}
            totalCount={stats.data?.matching}
            hasMore={list.hasNextPage && !list.isFetchNextPageError}
            loadingMore={list.isFetchingNextPage}
            onLoadMore={() => void list.fetchNextPage()}
            actions={actions}
            userId={user.id}
            mayManage={mayManage}
            refusal={refusal}
          />
        </Suspense>
      )}
      <Ownership refusal={refusal} />
      {search.invite && mayManage && (
        <>
          <ReturnFocus />
          <Suspense fallback={null}>
            <InviteDialog stats={stats.data} onClose={() => change({ invite: undefined }, true)} />
          </Suspense>
        </>
      )}
    </Page>
  )
}

function Seats({ stats }: { stats: TeamStats | undefined }) {
  return (
    <StatStrip
      label={t('Seats')}
      loading={stats === undefined}
      stats={[
        { label: t('Active members'), value: formatNumber(stats?.used ?? 0), unit: `/ ${formatNumber(stats?.maxUsers ?? 0)}` },
        { label: t('Open invitations'), value: formatNumber(stats?.pending ?? 0), hint: t('Each uses a seat') },
        { label: t('Available seats'), value: formatNumber(stats?.available ?? 0) },
        { label: t('Inactive'), value: formatNumber(stats?.inactive ?? 0), hint: t('Hold no seat') },
      ]}
    />
  )
}

/** Only the owner sees it. */
function Ownership({ refusal }: { refusal: string | undefined }) {
  const mayTransfer = useCan('team:transfer')
  const [open, setOpen] = useState(false)
  if (!mayTransfer) return null
  return (
    <Card>
      <div className={classes.foot}>
        <div>
          <h2 className={classes.footTitle}>{t('Ownership')}</h2>
          <p className={classes.footText}>{t('You own this organization. Transfer it to another active member.')}</p>
        </div>
        <Button variant="default" onClick={() => setOpen(true)} disabled={refusal !== undefined} title={refusal}>
          {t('Transfer ownership')}
        </Button>
      </div>
      {open && (
        <Suspense fallback={null}>
          <TransferDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
