import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const apiPlaygroundActs: ModuleActs = {
  kinds: { 'api-playground': 'api' },
  sentences: {
    'api-playground.createToken': describedAct('api', '{actor} created a token for the API playground'),
    'api-playground.createCollection': describedAct('api', '{actor} created the request collection {target}'),
    'api-playground.renameCollection': describedAct('api', '{actor} renamed the request collection {target}'),
    'api-playground.removeCollection': describedAct('api', '{actor} deleted the request collection {target}'),
    'api-playground.saveRequest': describedAct('api', '{actor} saved the request {target}'),
    'api-playground.changeRequest': describedAct('api', '{actor} changed the saved request {target}'),
    'api-playground.removeRequest': describedAct('api', '{actor} deleted the saved request {target}'),
  },
}
