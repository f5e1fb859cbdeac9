import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const teamActs: ModuleActs = {
  kinds: { team: 'team' },
  sentences: {
    'team.invite': describedAct('team', '{actor} invited {target}'),
    'team.resend': describedAct('team', '{actor} sent the invitation of {target} again'),
    'team.revoke': describedAct('team', '{actor} revoked the invitation of {target}'),
    'team.join': describedAct('team', '{actor} joined'),
    'team.accept': describedAct('team', '{actor} joined'),
    'team.changeMember': describedAct('team', '{actor} changed the membership of {target}'),
    'team.removeMember': describedAct('team', '{actor} removed {target} from the team'),
    'team.transferOwnership': describedAct('team', '{actor} made {target} the owner'),
    'team.leave': describedAct('team', '{actor} left'),
  },
}
