import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const aiModelsActs: ModuleActs = {
  kinds: { 'ai-models': 'settings' },
  sentences: {
    'ai-models.createConfig': describedAct('settings', '{actor} added the AI model {target}'),
    'ai-models.updateConfig': describedAct('settings', '{actor} changed the AI model {target}'),
    'ai-models.removeConfig': describedAct('settings', '{actor} removed the AI model {target}'),
    'ai-models.test': describedAct('settings', '{actor} tested the AI model {target}'),
    'ai-models.createProvider': describedAct('settings', '{actor} added the AI provider {target}'),
    'ai-models.updateProvider': describedAct('settings', '{actor} changed the AI provider {target}'),
    'ai-models.removeProvider': describedAct('settings', '{actor} removed the AI provider {target}'),
  },
}
