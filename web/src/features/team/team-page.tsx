import { Button } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { roles } from '@imperium/contract/permissions.ts'
import { memberStatuses } from '@imperium/contract/team.ts'
import type { TeamStats } from '@imperium/contract/team.ts'
import { formatNumber } from '../../lib/format.ts'
import { changeSearch, withoutBlanks } from '../../lib/search-params.ts'
import { useSuspension } from '../../lib/use-gate.ts'
import { useCan, useUser } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { filterOf, membersQuery, teamStatsQuery } from './api.ts'
import type { TeamSearch } from './team-search.ts'
import { statusText, teamRoleLabels } from './team-labels.ts'
import { useTeamActions } from './use-team-actions.ts'
import styles from '../../ui/styles.module.css'
import classes from './team.module.css'

const TeamTable = lazy(async () => ({ default: (await import('./team-table.tsx')).TeamTable }))
const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }))
const TransferDialog = lazy(async () => ({ default: (await import('./transfer-dialog.tsx')).TransferDialog }))

const route = getRouteApi('/org/$orgSlug/settings/team')
const roleOptions = roles.map((role) => ({ value: role, label: teamRoleLabels[role] }))
const statusOptions = memberStatuses.map((status) => ({ value: status, label: statusText[status] }))

/** /org/{slug}/settings/team: members with their roles, and invitations. */
export function TeamPage() {
  const search = route.useSearch()
  const change = changeSearch<TeamSearch>(route.useNavigate())
  const user = useUser()
  const refusal = useSuspension()
  const mayManage = useCan('team:manage')
  const actions = useTeamActions()
  const list = useRows(membersQuery(search))
  const stats = useQuery({ ...teamStatsQuery(search), placeholderData: keepPreviousData })
  const { role, status } = filterOf(search)
  return (
    <ListPage
      title={t('Team Members')}
      subtitle={t('Members of this organization and their roles.')}
      icon={IconUsers}
      stats={seatsOf(stats.data)}
      list={list}
      search={withoutBlanks<TeamSearch>({ ...search, role, status })}
      change={change}
      find={{ label: t('Search team members') }}
      filters={[
        { key: 'role', label: t('Role'), options: roleOptions },
        { key: 'status', label: t('Status'), options: statusOptions },
      ]}
      count={stats.data ? plural(stats.data.matching, { one: '{count} person', other: '{count} people' }) : ''}
      failed={t('Failed to load the team')}
      create={mayManage ? { label: t('Invite member'), key: 'invite', icon: IconUserPlus, refusal } : undefined}
      noMatch={{ title: t('No matches'), text: t('No team member fits this search and these filters.') }}
      renderRows={(table) => (
        <TeamTable
          {...table}
          totalCount={stats.data?.matching}
          actions={actions}
          userId={user.id}
          mayManage={mayManage}
          refusal={refusal}
        />
      )}
    >
      <Ownership refusal={refusal} />
      <Overlays open={search.invite && mayManage ? 'invite' : ''}>
        {search.invite && mayManage && <InviteDialog stats={stats.data} onClose={() => change({ invite: undefined }, true)} />}
      </Overlays>
    </ListPage>
  )
}

const seatsOf = (stats: TeamStats | undefined) => ({
  label: t('Seats'),
  loading: stats === undefined,
  stats: [
    { label: t('Active members'), value: formatNumber(stats?.used ?? 0), unit: `/ ${formatNumber(stats?.maxUsers ?? 0)}` },
    { label: t('Open invitations'), value: formatNumber(stats?.pending ?? 0), hint: t('Each uses a seat') },
    { label: t('Available seats'), value: formatNumber(stats?.available ?? 0) },
    { label: t('Inactive'), value: formatNumber(stats?.inactive ?? 0), hint: t('Hold no seat') },
  ],
})

/** Only the owner sees it. */
function Ownership({ refusal }: { refusal: string | undefined }) {
  const mayTransfer = useCan('team:transfer')
  const [open, setOpen] = useState(false)
  if (!mayTransfer) return null
  return (
    <Card>
      <div className={`${styles.between} ${classes.foot}`}>
        <div>
          <h2 className={classes.footTitle}>{t('Ownership')}</h2>
          <p className={styles.text}>{t('You own this organization. Transfer it to another active member.')}</p>
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
