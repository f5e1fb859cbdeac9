import type { Split } from '@imperium/contract/analytics/splits.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { zeroId } from '../../platform/ids.ts'
import type { StretchRow } from '../../platform/local-days.ts'
import { agentNames } from '../agents/index.ts'
import { keyNames } from '../api-keys/index.ts'
import { campaignNames } from '../campaigns/index.ts'
import { memberNames } from '../usage-analytics/index.ts'
import { workflowNames } from '../workflows/index.ts'
import { wordsIn } from './words/metric-words.ts'

export interface PartName {
  label: string
  path: string | null
}

interface Named {
  names: (tx: OrgTx, ids: readonly string[]) => Promise<Map<string, string>>
  path: (id: string) => string
  permission: Permission
}

const named: Partial<Record<Split, Named>> = {
  agent: { names: agentNames, path: (id) => `agents?agent=${id}`, permission: 'agents:read' },
  campaign: { names: campaignNames, path: (id) => `campaigns/${id}`, permission: 'campaigns:read' },
  workflow: { names: workflowNames, path: (id) => `workflows/${id}`, permission: 'workflows:read' },
  key: { names: keyNames, path: () => 'settings/api-keys', permission: 'api-keys:manage' },
  user: { names: memberNames, path: () => 'settings/team', permission: 'team:read' },
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** How the parts of a split are called, and the page of each. */
export async function namesOfParts(
  tx: OrgTx,
  split: Split,
  rows: readonly StretchRow[],
  { language, may }: { language: Language; may: (permission: Permission) => boolean },
): Promise<Map<string, PartName>> {
  const keys = [...new Set(rows.map(({ key }) => key))]
  const words = wordsIn(language)
  const source = named[split]
  const ids = keys.filter((key) => uuid.test(key) && key !== zeroId)
  const names = source ? await source.names(tx, ids) : new Map<string, string>()
  return new Map(
    keys.map((key): [string, PartName] => {
      if (key === '' || key === zeroId) return [key, { label: words.none, path: null }]
      // Some members are kept by name, as who created a campaign.
      if (!source || !uuid.test(key)) return [key, { label: words.part(split, key) ?? key, path: null }]
      const name = names.get(key)
      return [
        key,
        name === undefined ? { label: words.deleted, path: null } : { label: name, path: may(source.permission) ? source.path(key) : null },
      ]
    }),
  )
}
