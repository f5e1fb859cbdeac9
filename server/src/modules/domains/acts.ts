import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const domainsActs: ModuleActs = {
  sentences: {
    'domains.add': describedAct('settings', '{actor} added the domain {target}'),
    'domains.retry': describedAct('settings', '{actor} started the verification of {target} again'),
    'domains.remove': describedAct('settings', '{actor} removed the domain {target}'),
    'domains.checked': describedAct('settings', 'The state of the domain {target} changed'),
  },
}
