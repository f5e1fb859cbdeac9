import type { OrgTx } from '../../platform/db/database.ts'
import { listConfigs } from '../ai-models/index.ts'
import type { ListedConfig } from '../ai-models/index.ts'

interface Models {
  active: number
  total: number
  /** The configuration that served a model; for an entry without one, one that serves the same model now. */
  find: (used: { subjectId: string; model: string }) => ListedConfig | undefined
}

export async function readModels(tx: OrgTx): Promise<Models> {
  const configs = await listConfigs(tx)
  return {
    active: configs.filter(({ isActive, provider }) => isActive && provider.isActive).length,
    total: configs.length,
    find: ({ subjectId, model }) => configs.find(({ id }) => id === subjectId) ?? configs.find(({ modelId }) => modelId === model),
  }
}
