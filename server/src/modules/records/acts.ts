import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const recordActs: ModuleActs = {
  sentences: {
    'records.create': describedAct('change', '{actor} created the record {target}'),
    'records.update': describedAct('change', '{actor} changed the record {target}'),
    'records.remove': describedAct('change', '{actor} deleted the record {target}'),
    'records.restore': describedAct('change', '{actor} restored the record {target}'),
    'records.bulk': describedAct('change', '{actor} changed several records of {target}'),
    'records.exportList': describedAct('change', '{actor} exported records'),
    'record-views.create': describedAct('change', '{actor} saved the view {target}'),
    'record-views.update': describedAct('change', '{actor} changed the view {target}'),
    'record-views.remove': describedAct('change', '{actor} deleted the view {target}'),
    'record-imports.create': describedAct('change', '{actor} brought the file {target} to import records'),
    'record-imports.start': describedAct('change', '{actor} started the import of {target}'),
    'record-imports.cancel': describedAct('change', '{actor} stopped the import of {target}'),
  },
}
