import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const hierarchyActs: ModuleActs = {
  kinds: { hierarchy: 'team', rights: 'security' },
  sentences: {
    'hierarchy.create': describedAct('team', '{actor} added {target} to the hierarchy'),
    'hierarchy.update': describedAct('team', '{actor} changed {target} in the hierarchy'),
    'hierarchy.move': describedAct('team', '{actor} moved {target} in the hierarchy'),
    'hierarchy.remove': describedAct('team', '{actor} deleted {target} from the hierarchy'),
    'rights.assign': describedAct('security', '{actor} gave rights to {target}', '{actor} tried to give rights'),
    'rights.unassign': describedAct('security', '{actor} took rights from {target}', '{actor} tried to take rights'),
    'rights.createSet': describedAct('security', '{actor} created the permission set {target}'),
    'rights.updateSet': describedAct('security', '{actor} changed the permission set {target}'),
    'rights.removeSet': describedAct('security', '{actor} deleted the permission set {target}'),
  },
}
