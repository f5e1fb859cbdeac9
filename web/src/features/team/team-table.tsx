import { Select } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { givenRoles } from '@imperium/contract/team.ts'
import type { TeamMember } from '@imperium/contract/team.ts'
import { formatDate } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { MemberMenu } from './member-menu.tsx'
import { nameOf, statusOf, teamRoleLabels } from './team-labels.ts'
import type { TeamActions } from './use-team-actions.ts'
import styles from '../../ui/styles.module.css'
import classes from './team.module.css'

interface TeamTableProps {
  rows: readonly TeamMember[]
  loading: boolean
  totalCount: number | undefined
  hasMore: boolean
  loadingMore: boolean
  onLoadMore: () => void
  actions: TeamActions
  /** The caller's own account. */
  userId: string
  mayManage: boolean
  refusal: string | undefined
}

const roleOptions = givenRoles.map((role) => ({ value: role, label: teamRoleLabels[role] }))

type Gate = Pick<TeamTableProps, 'actions' | 'userId' | 'mayManage' | 'refusal'>

const muted = (content: ReactNode) => <span className={styles.muted}>{content}</span>

function columnsFor({ actions, userId, mayManage, refusal }: Gate): readonly Column<TeamMember>[] {
  const isFixed = (member: TeamMember) => member.role === 'OWNER' || member.id === userId
  const columns: Column<TeamMember>[] = [
    {
      id: 'name',
      header: t('Name'),
      width: 'minmax(0, 1fr)',
      cell: (member) => <Person member={member} isSelf={member.id === userId} />,
    },
    {
      id: 'role',
      header: t('Role'),
      width: '134px',
      hideOn: 'phone',
      interactive: true,
      cell: (member) =>
        mayManage && !isFixed(member) && member.status !== 'PENDING' ? (
          <RoleSelect member={member} actions={actions} refusal={refusal} />
        ) : (
          <span className={classes.role}>{teamRoleLabels[member.role]}</span>
        ),
    },
    { id: 'status', header: t('Status'), width: '118px', hideOn: 'phone', cell: (member) => <Status member={member} /> },
    {
      id: 'joined',
      header: t('Joined'),
      width: '124px',
      hideOn: 'tablet',
      cell: (member) => muted(member.joinedAt ? formatDate(member.joinedAt) : '–'),
    },
    {
      id: 'active',
      header: t('Last active'),
      width: '124px',
      hideOn: 'tablet',
      cell: (member) => muted(<RelativeTime at={member.lastActive} />),
    },
  ]
  const menu: Column<TeamMember> = {
    id: 'actions',
    header: '',
    width: '48px',
    align: 'end',
    interactive: true,
    cell: (member) => (isFixed(member) ? null : <MemberMenu member={member} actions={actions} refusal={refusal} />),
  }
  return mayManage ? [...columns, menu] : columns
}

/** Members and open invitations as rows; on phones name, status and menu stay. */
export function TeamTable({ rows, actions, userId, mayManage, refusal, ...list }: TeamTableProps) {
  const columns = columnsFor({ actions, userId, mayManage, refusal })
  return <DataTable label={t('Team Members')} columns={columns} rows={rows} rowId={(row) => row.id} rowLabel={nameOf} {...list} />
}

function Status({ member }: { member: TeamMember }) {
  const { label, tone } = statusOf(member)
  return <StatusDot tone={tone} label={label} />
}

function Person({ member, isSelf }: { member: TeamMember; isSelf: boolean }) {
  const name = nameOf(member)
  return (
    <span className={styles.lineWide}>
      {member.status === 'PENDING' ? (
        <span className={classes.letter} aria-hidden>
          <IconMail size={15} stroke={1.7} />
        </span>
      ) : (
        <Avatar userId={member.id} name={name} size={32} />
      )}
      <span className={styles.grow}>
        <span className={`${styles.truncateBlock} ${classes.name}`}>
          {name}
          {isSelf && <span className={classes.you}>{t('You')}</span>}
        </span>
        <span className={`${styles.truncateBlock} ${styles.caption} ${classes.about}`}>
          {!member.expiresAt
            ? member.email
            : member.isExpired
              ? t('Invitation expired on {date}', { date: formatDate(member.expiresAt) })
              : t('Invited, valid until {date}', { date: formatDate(member.expiresAt) })}
        </span>
        <span className={`${styles.truncateBlock} ${styles.caption} ${classes.phoneFacts}`}>
          {teamRoleLabels[member.role]} · {statusOf(member).label}
        </span>
      </span>
    </span>
  )
}

function RoleSelect({ member, actions, refusal }: { member: TeamMember; actions: TeamActions; refusal: string | undefined }) {
  return (
    <Select
      className={classes.roleSelect}
      aria-label={t('Role of {name}', { name: member.name })}
      data={roleOptions}
      value={actions.savingRole(member) ?? member.role}
      allowDeselect={false}
      disabled={refusal !== undefined}
      title={refusal}
      comboboxProps={{ width: 160, position: 'bottom-start' }}
      onChange={(role) => {
        const chosen = givenRoles.find((each) => each === role)
        if (chosen && chosen !== member.role) actions.setRole(member, chosen)
      }}
    />
  )
}
