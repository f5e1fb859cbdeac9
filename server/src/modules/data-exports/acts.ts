import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const dataExportsActs: ModuleActs = {
  sentences: {
    'data-exports.create': describedAct('settings', '{actor} began an export of everything'),
    'data-exports.download': describedAct('settings', '{actor} downloaded an export of everything'),
    'data-exports.remove': describedAct('settings', '{actor} deleted an export of everything'),
  },
}
