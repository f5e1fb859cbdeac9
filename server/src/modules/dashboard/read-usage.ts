import type { Data } from '@imperium/contract/kit/endpoint.ts'
import type { dashboard } from '@imperium/contract/dashboard.ts'
import type { Membership } from '../../platform/auth/auth-context.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { messagesOfMonth, monthUsage } from '../../platform/metering/metering.ts'
import { agentCounts } from '../agents/index.ts'
import { countContacts } from '../contacts/index.ts'
import { limitsOf } from '../organizations/index.ts'
import { sumStorageBytes } from './store.ts'

/** Of the calendar month in UTC, as limits and budgets count it. */
export async function readUsage(tx: OrgTx, org: Membership): Promise<Data<typeof dashboard.usage>> {
  const month = await monthUsage(tx)
  const { used: messages, limit: messagesLimit } = await messagesOfMonth(tx)
  const limits = await limitsOf(tx)
  const now = new Date()
  const { total } = await agentCounts(tx, { since: now, before: now })
  return {
    planType: org.planType,
    storageBytes: await sumStorageBytes(tx),
    storageLimitBytes: org.storageLimitBytes,
    apiCalls: month.apiCalls,
    apiCallsLimit: org.apiCallsLimit,
    messages,
    messagesLimit,
    contacts: await countContacts(tx),
    contactsLimit: limits.maxContacts,
    runs: month.runs,
    runsLimit: limits.runsPerMonth,
    tokens: month.tokens,
    tokensLimit: limits.tokensPerMonth,
    agents: total,
    agentsLimit: org.maxAgents,
    costMicros: month.costMicros,
    budgetMicros: org.monthlyBudgetMicros,
  }
}
