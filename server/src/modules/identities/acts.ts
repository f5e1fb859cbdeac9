import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const identitiesActs: ModuleActs = {
  kinds: { identities: 'security' },
  sentences: {
    'identities.link': describedAct('security', '{actor} connected an account for signing in'),
    'identities.completeLink': describedAct('security', '{actor} connected an account for signing in'),
    'identities.unlink': describedAct('security', '{actor} disconnected an account for signing in'),
    'identities.saveSso': describedAct('security', '{actor} changed single sign-on'),
    'identities.removeSso': describedAct('security', '{actor} removed single sign-on'),
    'identities.addDomain': describedAct('security', '{actor} added the email domain {target}'),
    'identities.verifyDomain': describedAct('security', '{actor} verified the email domain {target}'),
    'identities.removeDomain': describedAct('security', '{actor} removed the email domain {target}'),
  },
}
