import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const brandingActs: ModuleActs = {
  sentences: {
    'branding.save': describedAct('settings', '{actor} changed the brand'),
    'branding.reset': describedAct('settings', '{actor} reset the brand to its defaults'),
    'branding.restore': describedAct('settings', '{actor} restored an earlier brand'),
    'branding.uploadLogo': describedAct('settings', '{actor} uploaded a logo'),
    'branding.uploadFavicon': describedAct('settings', '{actor} uploaded a favicon'),
  },
}
