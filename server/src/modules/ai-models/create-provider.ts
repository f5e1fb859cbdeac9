import type { z } from 'zod'
import type { AiProvider, CreateProviderBody } from '@imperium/contract/ai-models.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { fieldConflict } from '../../platform/resources/checks.ts'
import { checkBaseUrl } from './check-base-url.ts'
import { readProvider } from './read-models.ts'
import { countProviders, insertProvider } from './store.ts'

export const maxProviders = 200
export const codeTaken = () => fieldConflict('code', 'A provider with this code already exists')

/** @throws 422 if the address may not be called, 409 if the code is taken. */
export async function createProvider(platform: Platform, tx: OrgTx, body: z.output<typeof CreateProviderBody>): Promise<AiProvider> {
  await checkBaseUrl(platform, body.apiBaseUrl)
  await lockNoun(tx, 'ai-models')
  if ((await countProviders(tx)) >= maxProviders)
    throw conflict(message('An organization can have at most {max} AI providers.', { max: maxProviders }))
  const id = newId()
  if (!(await insertProvider(tx, id, body))) throw codeTaken()
  return readProvider(tx, id)
}
