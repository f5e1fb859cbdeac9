import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const segmentsActs: ModuleActs = {
  sentences: {
    'segments.create': describedAct('change', '{actor} created the segment {target}'),
    'segments.update': describedAct('change', '{actor} changed the segment {target}'),
    'segments.remove': describedAct('change', '{actor} deleted the segment {target}'),
    'segments.describe': describedAct('change', '{actor} turned a description into segment rules: {target}'),
    'segments.clone': describedAct('change', '{actor} copied a segment as {target}'),
  },
}
