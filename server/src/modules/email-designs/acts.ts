import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const emailDesignsActs: ModuleActs = {
  sentences: {
    'email-designs.uploadImage': describedAct('change', '{actor} uploaded the email image {target}'),
    'email-designs.removeImage': describedAct('change', '{actor} deleted the email image {target}'),
    'email-designs.createBlock': describedAct('change', '{actor} saved the email block {target}'),
    'email-designs.updateBlock': describedAct('change', '{actor} changed the email block {target}'),
    'email-designs.removeBlock': describedAct('change', '{actor} deleted the email block {target}'),
    'email-designs.setStyle': describedAct('settings', '{actor} changed the brand style of emails'),
  },
}
