import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const consentsActs: ModuleActs = {
  sentences: {
    'consents.createPurpose': describedAct('settings', '{actor} added the consent purpose {target}'),
    'consents.updatePurpose': describedAct('settings', '{actor} changed the consent purpose {target}'),
    'consents.updateSettings': describedAct('settings', '{actor} changed the consent settings'),
    'consents.remind': describedAct('change', '{actor} asked a contact again to confirm their consent'),
    'consents.grant': describedAct('change', '{actor} recorded the consent of a contact'),
    'consents.withdraw': describedAct('change', '{actor} withdrew the consent of a contact'),
    'consents.addSuppression': describedAct('change', '{actor} suppressed the address {target}'),
    'consents.addSuppressions': describedAct('change', '{actor} suppressed a list of addresses'),
    'consents.removeSuppression': describedAct('security', '{actor} removed the suppression of {target}'),
  },
}
