import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const recordActs: ModuleActs = {
  sentences: {
    'records.create': describedAct('change', '{actor} created the record {target}'),
    'records.update': describedAct('change', '{actor} changed the record {target}'),
    'records.remove': describedAct('change', '{actor} deleted the record {target}'),
    'records.restore': describedAct('change', '{actor} restored the record {target}'),
  },
}
