import { useMutation } from '@tanstack/react-query'
import type { Role } from '@imperium/contract/permissions.ts'
import type { TeamMember } from '@imperium/contract/team.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { changeRoleMutation, changeStatusMutation, removeMutation, resendMutation, revokeMutation } from './api.ts'

/** After any refusal, the cached list may be stale. */
const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['team'] })

/** What can be done with one row of the team. */
export function useTeamActions() {
  const changeRole = useMutation({ ...changeRoleMutation, onError: readAgain })
  const changeStatus = useMutation({ ...changeStatusMutation, onError: readAgain })
  const remove = useMutation({ ...removeMutation, onError: readAgain })
  const resend = useMutation(resendMutation)
  const revoke = useMutation({ ...revokeMutation, onError: readAgain })
  const of = (member: TeamMember) => ({ params: { id: member.id } })

  return {
    setRole: (member: TeamMember, role: Exclude<Role, 'OWNER'>) =>
      changeRole.mutate({ ...of(member), body: { role, updatedAt: member.updatedAt } }),
    /** The role that is being saved for a row, shown before the server's response. */
    savingRole: (member: TeamMember): Role | null =>
      changeRole.isPending && changeRole.variables.params.id === member.id ? ((changeRole.variables.body.role as Role) ?? null) : null,
    setStatus: async (member: TeamMember, status: 'ACTIVE' | 'INACTIVE') => {
      const sure =
        status === 'ACTIVE' ||
        (await confirm({
          title: t('Deactivate member'),
          message: t('{name} loses access immediately and frees a seat. Their content stays, and you can reactivate them.', {
            name: member.name,
          }),
          action: t('Deactivate'),
        }))
      if (sure) changeStatus.mutate({ ...of(member), body: { status, updatedAt: member.updatedAt } })
    },
    remove: async (member: TeamMember) => {
      const question = {
        title: t('Remove team member'),
        message: t('Are you sure you want to remove this team member?'),
        action: t('Remove'),
      }
      if (await confirm(question)) remove.mutate(of(member))
    },
    resend: (invitation: TeamMember) => resend.mutate(of(invitation)),
    revoke: async (invitation: TeamMember) => {
      const question = {
        title: t('Revoke invitation'),
        message: t('The link emailed to {email} stops working.', { email: invitation.email }),
        action: t('Revoke'),
      }
      if (await confirm(question)) revoke.mutate(of(invitation))
    },
  }
}

export type TeamActions = ReturnType<typeof useTeamActions>
