import type { Permission } from '@imperium/contract/permissions.ts'
import type { SearchHit } from '@imperium/contract/search.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'

/** Who searches; `contactsOnly`: an API key, which reads no conversation between members. */
export interface SearchViewer {
  userId: string
  contactsOnly: boolean
  keyId: string | null
}

/** What a module lets people find. */
export interface SearchSource {
  permission: Permission
  /** Among hits that match equally well those of a lower number come first. */
  order: number
  find: (tx: OrgTx, q: string, limit: number, viewer: SearchViewer) => Promise<SearchHit[]>
}

export const searchSources = extensionPoint<SearchSource>()

export const searchIn = (source: SearchSource): Extension => searchSources.entry(source)
