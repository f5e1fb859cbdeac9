import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const activityActs: ModuleActs = {
  kinds: { activity: 'security' },
  sentences: {
    'activity.export': describedAct('security', '{actor} exported the activity log'),
    'activity.exportAudit': describedAct('security', '{actor} exported the audit log'),
    'activity.setRetention': describedAct('settings', '{actor} changed how long data is kept'),
  },
}
