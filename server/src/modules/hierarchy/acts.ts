import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const hierarchyActs: ModuleActs = {
  kinds: { hierarchy: 'team', 'hierarchy-links': 'security', rights: 'security' },
  sentences: {
    'hierarchy.create': describedAct('team', '{actor} added {target} to the hierarchy'),
    'hierarchy.update': describedAct('team', '{actor} changed {target} in the hierarchy'),
    'hierarchy.move': describedAct('team', '{actor} moved {target} in the hierarchy'),
    'hierarchy.remove': describedAct('team', '{actor} deleted {target} from the hierarchy'),
    'hierarchy-links.offer': describedAct('security', '{actor} offered a link to an organization at {target}'),
    'hierarchy-links.end': describedAct('security', '{actor} ended the link to an organization at {target}'),
    'hierarchy-links.join': describedAct('security', '{actor} linked this organization to the holding {target}'),
    'hierarchy-links.leave': describedAct('security', '{actor} ended the link to the holding'),
    'hierarchy-links.joined': describedAct('security', '{target} accepted the link to this organization'),
    'hierarchy-links.left': describedAct('security', '{target} ended the link to this organization'),
    'rights.assign': describedAct('security', '{actor} gave rights to {target}', '{actor} tried to give rights'),
    'rights.unassign': describedAct('security', '{actor} took rights from {target}', '{actor} tried to take rights'),
    'rights.createSet': describedAct('security', '{actor} created the permission set {target}'),
    'rights.updateSet': describedAct('security', '{actor} changed the permission set {target}'),
    'rights.removeSet': describedAct('security', '{actor} deleted the permission set {target}'),
  },
}
