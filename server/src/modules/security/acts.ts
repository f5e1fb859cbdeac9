import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const securityActs: ModuleActs = {
  kinds: { security: 'security' },
  sentences: {
    'security.updatePolicy': describedAct('security', '{actor} changed the password policy'),
  },
}
