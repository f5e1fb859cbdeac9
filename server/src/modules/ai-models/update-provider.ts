import type { z } from 'zod'
import type { AiProvider, UpdatedAiProvider, UpdateProviderBody } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { assertFresh, fieldConflict, nextStamp } from '../../platform/resources/checks.ts'
import { withoutUndefined } from '../../platform/resources/without-undefined.ts'
import { checkBaseUrl } from './check-base-url.ts'
import { codeTaken } from './create-provider.ts'
import { providerNotFound, readProvider } from './read-models.ts'
import { clearKeys, findDefaultConfig, findProvider, toProviderValues, updateProviderRow } from './store.ts'
import type { ProviderValues } from './store.ts'

type Change = z.output<typeof UpdateProviderBody>

/**
 * Changes a provider. If its address moves to another origin, the keys of its models are cleared: a member who can edit a provider
 * must not be able to send stored keys to a host of their own. @throws 404, 409, 422.
 */
export async function updateProvider(
  platform: Platform,
  tx: OrgTx,
  id: string,
  change: Change,
): Promise<{ before: AiProvider; after: UpdatedAiProvider }> {
  await lockNoun(tx, 'ai-models')
  const shownBefore = await readProvider(tx, id)
  const row = await findProvider(tx, id)
  if (!row) throw providerNotFound()
  assertFresh(row, change.updatedAt)
  const before = toProviderValues(row)
  const values = applyChange(before, change)
  checkAdapter(before, values)
  if (values.apiBaseUrl !== before.apiBaseUrl) await checkBaseUrl(platform, values.apiBaseUrl)
  if (before.isActive && !values.isActive && (await findDefaultConfig(tx))?.provider_id === id)
    throw fieldConflict('isActive', 'This provider serves the default model. Make a model of another provider the default first.')
  const updatedAt = nextStamp(row, platform.clock.now())
  if (!(await updateProviderRow(tx, id, values, updatedAt))) throw codeTaken()
  const clearedKeys = originOf(values.apiBaseUrl) === originOf(before.apiBaseUrl) ? 0 : await clearKeys(tx, id, updatedAt)
  return { before: shownBefore, after: { ...(await readProvider(tx, id)), clearedKeys } }
}

function applyChange(before: ProviderValues, { updatedAt: _read, ...change }: Change): ProviderValues {
  return { ...before, ...withoutUndefined(change) }
}

const originOf = (url: string): string | undefined => URL.parse(url)?.origin

const changeableOfSandbox: ReadonlySet<string> = new Set(['isActive', 'orderIndex', 'icon', 'color'])

/** The sandbox keeps its label and adapter, and no other provider can become a sandbox. @throws 422 for each field. */
function checkAdapter(before: ProviderValues, after: ProviderValues): void {
  if (before.adapter === 'sandbox') {
    const changed = Object.keys(after).filter((key) => after[key as keyof ProviderValues] !== before[key as keyof ProviderValues])
    const refused = changed.filter((key) => !changeableOfSandbox.has(key))
    if (refused.length) throw invalid(refused.map((path) => ({ path, message: 'This cannot be changed for the built-in sandbox' })))
    return
  }
  if (after.adapter === 'sandbox') throw invalid([{ path: 'adapter', message: 'Only the built-in provider is a sandbox' }])
  if (after.apiBaseUrl === '') throw invalid([{ path: 'apiBaseUrl', message: 'API Base URL must be a URL' }])
}
