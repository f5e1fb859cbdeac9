import type { Citation } from '@imperium/contract/runs.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findProfile } from '../../organizations/index.ts'
import { readCenter } from './help-store.ts'

/** A source of an answer as visitors see it: with the address where everyone can read it, if there is one. */
interface PublicSource {
  number: number
  title: string
  url?: string
}

const shortNames = /^[a-z0-9-]{1,35}$/

/** Published articles for everyone, by id, in an open help center. */
async function addressesOfArticles({ config }: Platform, tx: OrgTx, ids: readonly string[]): Promise<[string, string][]> {
  // The product's own articles have short names, and no page of the organization.
  const own = ids.filter((id) => !shortNames.test(id))
  if (own.length === 0 || !(await readCenter(tx))?.is_enabled) return []
  const profile = await findProfile(tx, tx.orgId)
  const rows = await tx
    .selectFrom('knowledge_articles')
    .select('id')
    .where('id', 'in', own)
    .where('visibility', '=', 'public')
    .where('published_version', 'is not', null)
    .execute()
  return profile ? rows.map(({ id }) => [id, `${config.publicUrl}/help/${profile.slug}/articles/${id}`]) : []
}

/** Pages of websites that everyone may be answered from. */
async function addressesOfDocuments(tx: OrgTx, ids: readonly string[]): Promise<[string, string][]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('knowledge_documents')
    .select(['id', 'source_url'])
    .where('id', 'in', ids)
    .where('visibility', '=', 'public')
    .where('source_url', 'is not', null)
    .execute()
  return rows.map(({ id, source_url: url }) => [id, url ?? ''])
}

type Cited = Pick<Citation, 'number' | 'title' | 'source' | 'id'>

/** The pages of the public help center and the websites on which the cited passages stand. Other sources have a title alone. */
export async function publicSources(platform: Platform, tx: OrgTx, citations: readonly Cited[]): Promise<PublicSource[]> {
  const idsOf = (kind: Cited['source']) => citations.filter(({ source }) => source === kind).map(({ id }) => id)
  const addresses = new Map([
    ...(await addressesOfArticles(platform, tx, idsOf('article'))),
    ...(await addressesOfDocuments(tx, idsOf('document'))),
  ])
  return citations.map(({ number, title, id }) => {
    const url = addresses.get(id)
    return { number, title, ...(url ? { url } : {}) }
  })
}
