import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const bundlesActs: ModuleActs = {
  sentences: {
    'bundles.export': describedAct('settings', '{actor} exported the organization as code'),
    'bundles.apply': describedAct('settings', '{actor} applied a bundle to the organization'),
  },
}
