import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const entityActs: ModuleActs = {
  sentences: {
    'entities.create': describedAct('change', '{actor} drafted the entity {target}'),
    'entities.update': describedAct('change', '{actor} changed the entity {target}'),
    'entities.activate': describedAct('change', '{actor} activated the entity {target}'),
    'entities.restoreField': describedAct('change', '{actor} restored a field of the entity {target}'),
    'entities.deleteRetired': describedAct('change', '{actor} deleted kept values of the entity {target}'),
    'entities.deprecate': describedAct('change', '{actor} deprecated the entity {target}'),
    'entities.archive': describedAct('change', '{actor} archived the entity {target}'),
    'entities.restore': describedAct('change', '{actor} made the entity {target} active again'),
    'entities.remove': describedAct('change', '{actor} deleted the draft of the entity {target}'),
  },
}
