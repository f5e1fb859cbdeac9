import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const agentsActs: ModuleActs = {
  sentences: {
    'agents.create': describedAct('change', '{actor} created {target}'),
    'agents.clone': describedAct('change', '{actor} cloned {target}'),
    'agents.execute': describedAct('change', '{actor} ran {target}'),
    'agents.update': describedAct('change', '{actor} changed {target}'),
    'agents.pausedByPlan': describedAct('change', '{target} was paused: the plan allows fewer agents'),
    'agents.setStatus': describedAct('change', '{actor} set the status of {target}'),
    'agents.bulk': describedAct('change', '{actor} changed several agents'),
    'agents.propose': describedAct('change', '{actor} had the agent {target} proposed'),
    'agents.remove': describedAct('change', '{actor} deleted {target}'),
  },
}
