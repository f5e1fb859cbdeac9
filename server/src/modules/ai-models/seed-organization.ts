import { modelDefaults } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { noKey } from './api-key.ts'
import { builtInProviders } from './built-in-providers.ts'
import { insertConfig, insertProvider } from './store.ts'

/** The built-in providers, with the sandbox model as the default: a new organization can run an agent without a key. */
export async function seedOrganization(tx: OrgTx): Promise<void> {
  for (const [orderIndex, provider] of builtInProviders.entries()) {
    const id = newId()
    await insertProvider(tx, id, { ...provider, isActive: true, maxTokensLimit: null, orderIndex })
    if (provider.adapter === 'sandbox') await insertSandboxModel(tx, id)
  }
}

const insertSandboxModel = (tx: OrgTx, providerId: string) =>
  insertConfig(
    tx,
    newId(),
    {
      ...modelDefaults,
      topP: null,
      frequencyPenalty: null,
      fallbackConfigId: null,
      providerId,
      modelId: 'sandbox',
      displayName: 'Sandbox model (offline)',
      description:
        'Built-in model for trying things out: deterministic, free, and never calls the network. Its answers are not intelligent.',
      isDefault: true,
      isActive: true,
      monthlyUsageLimit: null,
      inputMicrosPerMillion: null,
      outputMicrosPerMillion: null,
      imageMicros: null,
    },
    noKey,
  )
