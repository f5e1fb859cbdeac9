import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const profileActs: ModuleActs = {
  kinds: { profile: 'settings' },
  sentences: {
    'profile.confirmEmail': describedAct('security', '{actor} changed their email address'),
    'profile.confirmDeletion': describedAct('security', '{actor} requested the deletion of their account'),
    'profile.erased': describedAct('team', 'An account was erased'),
  },
}
