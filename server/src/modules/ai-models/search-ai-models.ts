import type { SearchHit } from '@imperium/contract/search.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { listConfigs, listProviders } from './store.ts'

/** Model configurations, then providers, with `q` in the name or id, case-insensitive. An organization has at most 200 of each. */
export async function searchAiModels(tx: OrgTx, q: string, limit: number): Promise<SearchHit[]> {
  const wanted = q.trim().toLowerCase()
  const matches = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(wanted))
  const configs = (await listConfigs(tx)).filter((each) => matches(each.displayName, each.modelId))
  const providers = (await listProviders(tx)).filter((each) => matches(each.displayName, each.name, each.code))
  const hits: SearchHit[] = [
    ...configs.map(({ id, displayName, modelId, provider }) => ({
      kind: 'ai-model' as const,
      id,
      title: displayName,
      detail: `${provider.displayName} · ${modelId}`,
      link: 'settings/ai-models',
    })),
    ...providers.map(({ id, displayName, code }) => ({
      kind: 'ai-provider' as const,
      id,
      title: displayName,
      detail: code,
      link: 'settings/providers',
    })),
  ]
  return hits.slice(0, limit)
}
