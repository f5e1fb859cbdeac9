import type pg from 'pg'
import type { Split } from '@imperium/contract/analytics/splits.ts'
import { zeroId } from '../../../platform/ids.ts'
import type { History } from './random-history.ts'

/** One row of a source, as it was written: nothing is summed, and no zone is known here. */
export interface SlowRow {
  /** Or the calendar date of what has no moment. */
  at: Date | string
  values: Record<string, number>
  parts: Partial<Record<Split, string>>
  currency?: string
  /** What is counted once. */
  distinct?: string
}

type Read = (owner: pg.Pool, orgId: string, history: History) => Promise<SlowRow[]>
type Raw = Record<string, never>

const select = async (owner: pg.Pool, query: string, orgId: string): Promise<Raw[]> => (await owner.query(query, [orgId])).rows as Raw[]

/** The slow query of each source: every row, one by one. */
export const slowRows: Readonly<Record<string, Read>> = {
  runs: async (_owner, _orgId, { metered }) =>
    metered.map(({ at, agentId = zeroId, model = '', runs = 0, completed = 0, failed = 0, latencyMs = 0, costMicros = 0 }) => ({
      at,
      values: { runs, completed, failed, finished: completed + failed, latencyMs, costMicros },
      parts: { agent: agentId, model },
    })),
  usage: async (_owner, _orgId, { metered }) =>
    metered.map(({ at, model = '', keyId, modelCalls = 0, apiCalls = 0, inputTokens = 0, outputTokens = 0, costMicros = 0 }) => ({
      at,
      values: { modelCalls, apiCalls, tokens: inputTokens + outputTokens, costMicros },
      parts: { model, key: keyId ?? zeroId, caller: keyId === zeroId ? 'session' : 'key' },
    })),
  'api-errors': async (owner, orgId) =>
    (await select(owner, 'select * from app.usage_api_errors where org_id = $1', orgId)).map((row) => ({
      at: row['slot'] as unknown as Date,
      values: { errors: Number(row['errors']) },
      parts: { key: String(row['key_id']), caller: String(row['key_id']) === zeroId ? 'session' : 'key' },
    })),
  agents: async (owner, orgId) =>
    (await select(owner, 'select * from app.agents where org_id = $1', orgId)).map((row) => ({
      at: row['created_at'] as unknown as Date,
      values: { created: 1 },
      parts: { user: String(row['created_by']), 'agent-type': String(row['type']) },
    })),
  sends: async (owner, orgId) => {
    const from = `from app.campaign_sends s join app.campaigns c on c.id = s.campaign_id and c.deleted_at is null`
    const about = (row: Raw) => ({
      at: row['started_at'] as unknown as Date,
      parts: { campaign: String(row['campaign_id']), channel: String(row['channel']), user: String(row['created_by']) },
    })
    const sends = await select(owner, `select s.*, c.channel, c.created_by ${from} where s.org_id = $1`, orgId)
    const chunks = await select(
      owner,
      `select s.started_at, s.campaign_id, c.channel, c.created_by, k.* ${from} join app.campaign_chunks k on k.send_id = s.id where s.org_id = $1`,
      orgId,
    )
    const counters = ['sent', 'delivered', 'opened', 'clicked', 'responded', 'bounced', 'unsubscribed'] as const
    return [
      ...sends.map((row) => ({ ...about(row), values: { sends: 1 } })),
      ...chunks.map((row) => ({
        ...about(row),
        values: { ...Object.fromEntries(counters.map((name) => [name, Number(row[name])])), costMicros: Number(row['cost_micros']) },
      })),
    ]
  },
  'workflow-runs': async (owner, orgId) =>
    (await select(owner, 'select * from app.workflow_runs where org_id = $1', orgId)).map((row) => {
      const [succeeded, failed] = [String(row['status']) === 'success' ? 1 : 0, String(row['status']) === 'failed' ? 1 : 0]
      return {
        at: row['started_at'] as unknown as Date,
        values: { runs: 1, succeeded, failed, ended: succeeded + failed, costMicros: Number(row['cost_micros']) },
        parts: { workflow: String(row['workflow_id']), trigger: String(row['trigger']) },
      }
    }),
  messages: async (owner, orgId) =>
    (
      await select(
        owner,
        'select m.*, v.channel from app.messages m join app.conversations v on v.id = m.conversation_id where m.org_id = $1',
        orgId,
      )
    ).map((row) => {
      const direction = String(row['direction'])
      return {
        at: row['at'] as unknown as Date,
        values: {
          received: direction === 'inbound' ? 1 : 0,
          answered: direction === 'outbound' ? 1 : 0,
          byAgents: direction === 'outbound' && row['by_agent'] ? 1 : 0,
        },
        parts: { channel: row['channel'] ?? '' },
      }
    }),
  conversations: async (owner, orgId) =>
    (await select(owner, "select * from app.conversations where org_id = $1 and kind = 'contact'", orgId)).map((row) => ({
      at: row['created_at'] as unknown as Date,
      values: { started: 1 },
      parts: { channel: String(row['channel']) },
    })),
  contacts: async (owner, orgId) =>
    (await select(owner, 'select * from app.contacts where org_id = $1', orgId)).map((row) => ({
      at: row['created_at'] as unknown as Date,
      values: { created: 1 },
      parts: { source: String(row['source']) },
    })),
  revenue: async (owner, orgId) => {
    const entries = await select(
      owner,
      `select e.*, to_char(i.date, 'YYYY-MM-DD') as day, p.account, p.amount from app.ledger_entries e join app.ledger_postings p on p.entry_id = e.id
       left join app.sales_invoices i on i.id::text = e.cause_id and e.cause_kind = 'sales-invoice' where e.org_id = $1`,
      orgId,
    )
    return entries.map((row) => ({
      at: (row['day'] as unknown as string | null) ?? (row['posted_at'] as unknown as Date),
      values: {
        income: String(row['account']) === 'sales:income' ? -Number(row['amount']) : 0,
        received: String(row['account']) === 'sales:received' ? Number(row['amount']) : 0,
      },
      parts: { document: String(row['cause_kind']) },
      currency: String(row['currency']),
    }))
  },
  members: async (owner, orgId) =>
    (await select(owner, "select * from auth.memberships where org_id = $1 and status = 'ACTIVE'", orgId)).map((row) => ({
      at: row['joined_at'] as unknown as Date,
      values: { joined: 1 },
      parts: { role: String(row['role']) },
    })),
  acts: async (owner, orgId) =>
    (await select(owner, "select * from app.audit_log where org_id = $1 and actor_kind = 'user'", orgId)).map((row) => ({
      at: row['at'] as unknown as Date,
      values: {},
      parts: { user: String(row['actor_id']) },
      distinct: String(row['actor_id']),
    })),
}
