import type { Role } from '@imperium/contract/permissions.ts'
import type { MemberStatus, TeamMember } from '@imperium/contract/team.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

/** The team screens call a MEMBER a user: all who are listed there are members of the team. */
export const teamRoleLabels: Record<Role, string> = { OWNER: t('Owner'), ADMIN: t('Admin'), MEMBER: t('User'), VIEWER: t('Viewer') }

export const roleNotes: Record<Exclude<Role, 'OWNER'>, string> = {
  ADMIN: t('Full access except billing'),
  MEMBER: t('Creates and runs agents, no settings'),
  VIEWER: t('Read-only'),
}

export const statusText: Record<MemberStatus, string> = { ACTIVE: t('Active'), PENDING: t('Pending'), INACTIVE: t('Inactive') }

const tones: Record<MemberStatus, StatusTone> = { ACTIVE: 'ok', PENDING: 'info', INACTIVE: 'idle' }

/** Label and tone of a row's status; marks an expired invitation. */
export function statusOf({ status, isExpired }: TeamMember): { label: string; tone: StatusTone } {
  if (isExpired) return { label: t('Expired'), tone: 'warn' }
  return { label: statusText[status], tone: tones[status] }
}

/** The display name of a member; an invitation has only an email address. */
export const nameOf = ({ name, email }: TeamMember): string => name || email
