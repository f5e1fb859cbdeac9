import { historyDays } from '@imperium/contract/activity.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { dropEmptyMonths, eraseRecipientsBefore, organizationsWithSendsBefore } from '../campaigns/index.ts'
import { eraseConversationsBefore, organizationsWithConversationsBefore } from '../messages/index.ts'
import { listRetention } from './store.ts'

const dayMs = 86_400_000
const recipientsAtOnce = 500
const conversationsAtOnce = 100
const organizationsAtOnce = 500

type Tools = Pick<Platform, 'db' | 'clock' | 'events' | 'files'>

interface History {
  organizations: typeof organizationsWithSendsBefore
  /** Number erased in one transaction; null if nothing is left. */
  erase: (tools: Tools, tx: OrgTx, end: Date) => Promise<number | null>
}

const histories: readonly History[] = [
  { organizations: organizationsWithSendsBefore, erase: (_tools, tx, end) => eraseRecipientsBefore(tx, end, recipientsAtOnce) },
  {
    organizations: organizationsWithConversationsBefore,
    erase: (tools, tx, end) => eraseConversationsBefore(tools, tx, end, conversationsAtOnce),
  },
]

/**
 * Erases campaign and conversation data past the retention of its organization, in small transactions. Figures, consent,
 * suppressions and segment data of contacts stay. @returns the numbers of erased recipients and conversations.
 */
export async function eraseHistory(tools: Tools): Promise<number> {
  const before = (days: number) => new Date(tools.clock.now().getTime() - days * dayMs)
  const shortest = Math.min(...historyDays.filter((days) => days !== null))
  let erased = 0
  for (const history of histories) {
    let after: string | null = null
    for (;;) {
      const from: string | null = after
      const orgIds: string[] = await tools.db.withSystem((tx) => history.organizations(tx, before(shortest), from, organizationsAtOnce))
      const policyOf = await tools.db.withSystem((tx) => listRetention(tx, orgIds))
      for (const orgId of orgIds) {
        const { historyDays: days } = policyOf(orgId)
        if (days !== null) erased += await eraseOf(tools, history, orgId, before(days))
      }
      after = orgIds.at(-1) ?? null
      if (orgIds.length < organizationsAtOnce) break
    }
  }
  // Emptied by now; a month more, for the database refuses by its own clock what this one may think old enough.
  await tools.db.withSystem((tx) => dropEmptyMonths(tx, before(shortest + 31)))
  return erased
}

async function eraseOf(tools: Tools, { erase }: History, orgId: string, end: Date): Promise<number> {
  for (let erased = 0; ;) {
    const count = await tools.db.withOrg(orgId, (tx) => erase(tools, tx, end))
    if (count === null) return erased
    erased += count
  }
}
