import type { AiProvider } from '@imperium/contract/ai-models.ts'
import { countMessage, message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { conflict } from '../../platform/errors.ts'
import { readProvider } from './read-models.ts'
import { deleteProvider } from './store.ts'

/** Returns what was deleted. @throws 404; 409 for the sandbox and for one that models use. */
export async function removeProvider(tx: OrgTx, id: string): Promise<AiProvider> {
  await lockNoun(tx, 'ai-models')
  const provider = await readProvider(tx, id)
  if (provider.adapter === 'sandbox') throw conflict('The built-in sandbox provider cannot be deleted. It can be deactivated.')
  if (provider.configCount > 0) {
    const models = countMessage(provider.configCount, { one: '{count} AI model', other: '{count} AI models' })
    throw conflict(message('This provider is used by {models}. Delete them or give them another provider first.', { models }))
  }
  await deleteProvider(tx, id)
  return provider
}
