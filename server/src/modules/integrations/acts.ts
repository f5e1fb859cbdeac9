import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const integrationsActs: ModuleActs = {
  kinds: { integrations: 'settings' },
  sentences: {
    'integrations.connect': describedAct('settings', '{actor} connected {target}'),
    'integrations.configure': describedAct('settings', '{actor} changed the connection {target}'),
    'integrations.acceptTools': describedAct('settings', '{actor} reviewed the tools of {target}'),
    'integrations.test': describedAct('settings', '{actor} tested the connection {target}'),
    'integrations.disconnect': describedAct('settings', '{actor} disconnected {target}'),
    'integrations.authorize': describedAct('settings', '{actor} began the sign-in of the connection {target}'),
    'integrations.startRefused': describedAct('settings', '{actor} started a workflow with a refused item of {target}'),
    'integrations.removeRefused': describedAct('settings', '{actor} removed a refused item of {target}'),
    'integrations.run': describedAct('settings', '{actor} ran an action of the connection {target}'),
  },
}
