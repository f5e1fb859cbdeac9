import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const runsActs: ModuleActs = {
  sentences: {
    'runs.cancel': describedAct('change', '{actor} cancelled a run of {target}'),
  },
}
