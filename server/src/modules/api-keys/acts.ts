import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const apiKeysActs: ModuleActs = {
  kinds: { 'api-keys': 'api' },
  sentences: {
    'api-keys.create': describedAct('api', '{actor} created the API key {target}'),
    'api-keys.createForAgent': describedAct('api', '{actor} created an API key for {target}'),
    'api-keys.update': describedAct('api', '{actor} changed the API key {target}'),
    'api-keys.rotate': describedAct('api', '{actor} rotated the API key {target}'),
    'api-keys.revoke': describedAct('api', '{actor} revoked the API key {target}'),
  },
}
