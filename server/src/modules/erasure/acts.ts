import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const erasureActs: ModuleActs = {
  sentences: {
    'erasure.hold': describedAct('security', '{actor} placed a legal hold'),
    'erasure.release': describedAct('security', '{actor} released a legal hold'),
    'erasure.certificate': describedAct('security', '{actor} downloaded an erasure certificate'),
  },
}
