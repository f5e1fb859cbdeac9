import type { AiModelConfig } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { assertModelUnused } from './model-users.ts'
import { readConfig } from './read-models.ts'
import { deleteConfig } from './store.ts'

/** Returns what was deleted. @throws 404; 409 for the default and for one that an agent needs. */
export async function removeConfig(platform: Platform, tx: OrgTx, id: string): Promise<AiModelConfig> {
  await lockNoun(tx, 'ai-models')
  const config = await readConfig(tx, id)
  if (config.isDefault) throw conflict('The default model cannot be deleted. Make another model the default first.')
  await assertModelUnused(platform, tx, config)
  await deleteConfig(tx, id)
  return config
}
