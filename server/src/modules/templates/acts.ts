import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const templatesActs: ModuleActs = {
  sentences: {
    'templates.use': describedAct('change', '{actor} created {target} from a template'),
    'templates.rate': describedAct('change', '{actor} rated the template {target}'),
    'templates.publish': describedAct('change', '{actor} published the template {target}'),
    'templates.import': describedAct('change', '{actor} imported the template {target}'),
    'templates.remove': describedAct('change', '{actor} withdrew the template {target}'),
    'templates.approved': describedAct('change', '{actor} accepted the template {target} for the community'),
    'templates.rejected': describedAct('change', '{actor} rejected the template {target} for the community'),
  },
}
