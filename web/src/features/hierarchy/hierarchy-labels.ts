import type { NodeType } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { AssignableRole, Assignment } from '@imperium/contract/hierarchy/rights.ts'
import { formatDate } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'

export const typeLabels: Record<NodeType, string> = {
  holding: t('Holding'),
  subsidiary: t('Subsidiary'),
  division: t('Division'),
  department: t('Department'),
  team: t('Team'),
}

/** Roles on a node. */
export const nodeRoleLabels: Record<AssignableRole, string> = { ADMIN: t('Manager'), MEMBER: t('Member'), VIEWER: t('Viewer') }

/** What an assignment gives, as a deputy of which person, and until when. */
export const describeAssignment = ({ role, permissionSetName, deputyForName, startsAt, endsAt, isCurrent }: Assignment): string =>
  [
    role === null ? (permissionSetName ?? '') : nodeRoleLabels[role],
    deputyForName === null ? '' : t('Deputy for {name}', { name: deputyForName }),
    startsAt === null ? '' : t('from {date}', { date: formatDate(startsAt) }),
    endsAt === null ? '' : t('until {date}', { date: formatDate(endsAt) }),
    isCurrent ? '' : t('not in force now'),
  ]
    .filter(Boolean)
    .join(', ')
