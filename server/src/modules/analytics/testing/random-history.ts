import type pg from 'pg'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { lowestId, newId, zeroId } from '../../../platform/ids.ts'
import { foldUsage, usageRow } from '../../../platform/metering/metering.ts'
import type { UsageEntry } from '../../../platform/metering/metering.ts'

/** Numbers that are the same each time: a failure can be repeated. */
export function randomNumbers(seed: number) {
  let state = seed
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return {
    below: (most: number) => Math.floor(next() * most),
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T,
  }
}
type Random = ReturnType<typeof randomNumbers>

export interface Metered extends UsageEntry {
  at: Date
}

export interface History {
  /** What was metered: folding forgets the single entries. */
  metered: Metered[]
}

const dayMs = 86_400_000
/** Clocks change around these moments in one of the zones, so that much happens there. */
const changes = [
  '2025-10-26T01:00Z',
  '2025-11-02T06:00Z',
  '2026-03-08T07:00Z',
  '2026-03-29T01:00Z',
  '2026-04-04T15:00Z',
  '2026-10-03T15:30Z',
  '2026-09-26T14:00Z',
].map((text) => Date.parse(text))
const begin = Date.parse('2025-10-20T00:00Z')
const days = 385

const momentOf = (random: Random): Date =>
  random.below(3) === 0
    ? new Date(random.pick(changes) + random.below(3 * dayMs) - 1.5 * dayMs)
    : new Date(begin + random.below(days * dayMs))
const idAt = (at: Date) => lowestId(at.getTime()).slice(0, 14) + newId().slice(14)

interface World {
  owner: pg.Pool
  orgId: string
  withSystem: <T>(work: (tx: SystemTx) => Promise<T>) => Promise<T>
  withOrg: <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>
}

/** Many rows of one table in one statement; what a row does not name has its default. */
async function insertAll(owner: pg.Pool, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0) return
  await owner.query(
    `insert into app.${table} (${names.join(', ')}) select ${names.map((name) => `r.${name}`).join(', ')} from jsonb_populate_recordset(null::app.${table}, $1) r`,
    [JSON.stringify(rows)],
  )
}

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

/** Rows of every source, at random moments; part of the usage is folded, part is not. */
export async function addHistory(world: World, random: Random, history: History, size: number): Promise<void> {
  await addUsage(world, random, history, size)
  await addCampaigns(world, random, size)
  await addWorkflows(world, random, size)
  await addConversations(world, random, size)
  await addPeople(world, random, size)
  await addRevenue(world, random, size)
}

class Crash extends Error {}

/** A process that dies behind the statements of a fold, before its commit. */
async function crashInFold(withSystem: World['withSystem']): Promise<void> {
  try {
    await withSystem(async (tx) => {
      await foldUsage(tx)
      throw new Crash()
    })
  } catch (error) {
    if (!(error instanceof Crash)) throw error
  }
}

async function addUsage({ owner, orgId, withSystem }: World, random: Random, history: History, size: number): Promise<void> {
  const agents = [newId(), newId(), zeroId]
  const keys = [newId(), zeroId]
  const entries = times(size * 4, (): Metered => {
    const completed = random.below(3)
    const failed = random.below(2)
    // What a model costs always names it; other usage names none.
    const model = random.pick(['gpt-4', 'sandbox', ''])
    const ofModel = (limit: number) => (model === '' ? 0 : random.below(limit))
    return {
      at: momentOf(random),
      agentId: random.pick(agents),
      keyId: random.pick(keys),
      model,
      runs: completed + failed,
      completed,
      failed,
      latencyMs: random.below(9_000),
      modelCalls: ofModel(4),
      inputTokens: ofModel(500),
      outputTokens: ofModel(300),
      costMicros: ofModel(90_000),
      apiCalls: random.below(6),
    }
  })
  const half = Math.floor(entries.length / 2)
  const write = (some: readonly Metered[]) =>
    insertAll(
      owner,
      'usage_pending',
      some.map(({ at, ...entry }) => ({ ...usageRow(orgId, entry), at })),
    )
  await write(entries.slice(0, half))
  await crashInFold(withSystem)
  while ((await withSystem((tx) => foldUsage(tx))) > 0);
  await write(entries.slice(half))
  history.metered.push(...entries)
  const slots = new Map(
    times(size, () => {
      const slot = new Date(Math.floor(momentOf(random).getTime() / 900_000) * 900_000)
      const key = random.pick(keys)
      return [`${slot.getTime()} ${key}`, { org_id: orgId, slot, key_id: key, user_id: newId(), errors: 1 + random.below(5) }] as const
    }),
  )
  await insertAll(owner, 'usage_api_errors', [...slots.values()])
}

async function addCampaigns({ owner, orgId }: World, random: Random, size: number): Promise<void> {
  const campaigns = times(4, (at) => ({
    org_id: orgId,
    id: newId(),
    name: `Campaign ${at}`,
    channel: random.pick(['email', 'sms', 'whatsapp']),
    definition: {},
    created_by: random.pick(['Ada', 'Grace']),
    status: 'completed',
    ...(at === 3 ? { deleted_at: new Date() } : { deleted_at: null }),
  }))
  await insertAll(
    owner,
    'campaigns',
    campaigns.map((row) => ({
      ...row,
      pause_reason: '',
      approval: 'none',
      approval_by: '',
      description: '',
      steps: 0,
      version: 1,
      is_bounded: false,
      created_at: new Date(),
      updated_at: new Date(),
    })),
  )
  const sends = times(size, (step) => {
    const at = momentOf(random)
    return { id: idAt(at), campaign_id: random.pick(campaigns).id, step, started_at: at }
  })
  for (const { id, campaign_id: campaignId, step, started_at: at } of sends)
    await owner.query(
      `insert into app.campaign_sends (org_id, id, campaign_id, step, version, status, started_at) values ($1, $2, $3, $4, 1, 'completed', $5)`,
      [orgId, id, campaignId, step, at],
    )
  for (const { id } of sends)
    for (const chunk of [0, 1])
      await owner.query(
        `insert into app.campaign_chunks (org_id, send_id, chunk, status, total, sent, delivered, opened, clicked, responded, bounced, unsubscribed, cost_micros)
         values ($1, $2, $3, 'done', 100, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [orgId, id, chunk, ...times(8, () => random.below(50))],
      )
}

async function addWorkflows({ owner, orgId }: World, random: Random, size: number): Promise<void> {
  const workflows = times(2, () => newId())
  for (const id of workflows)
    await owner.query(
      `insert into app.workflows (org_id, id, name, description, draft, created_by, status) values ($1, $2, 'W', '', '{}', 'x', 'active')`,
      [orgId, id],
    )
  for (let count = 0; count < size * 2; count++) {
    const at = momentOf(random)
    await owner.query(
      `insert into app.workflow_runs (org_id, id, workflow_id, workflow_name, version, status, trigger, triggered_by, started_at, cost_micros)
       values ($1, $2, $3, 'W', 1, $4, $5, 'x', $6, $7)`,
      [
        orgId,
        idAt(at),
        random.pick(workflows),
        random.pick(['success', 'failed', 'waiting', 'cancelled']),
        random.pick(['manual', 'webhook', 'test']),
        at,
        random.below(9_000),
      ],
    )
  }
}

async function addConversations({ owner, orgId }: World, random: Random, size: number): Promise<void> {
  for (let count = 0; count < size; count++) {
    const [id, at] = [newId(), momentOf(random)]
    await owner.query(
      `insert into app.conversations (org_id, id, kind, subject, channel, status, created_at) values ($1, $2, $3, 'S', $4, 'open', $5)`,
      [orgId, id, ...(random.below(4) === 0 ? ['internal', null] : ['contact', random.pick(['email', 'sms'])]), at],
    )
    await owner.query(
      `insert into app.messages (org_id, id, conversation_id, direction, sender_name, body, status, at, by_agent) values ($1, $2, $3, $4, 'Ada', 'Hello', 'received', $5, $6)`,
      [orgId, newId(), id, random.pick(['inbound', 'outbound', 'internal']), momentOf(random), random.below(2) === 0],
    )
  }
}

async function addPeople({ owner, orgId }: World, random: Random, size: number): Promise<void> {
  for (let count = 0; count < size; count++)
    await owner.query(`insert into app.contacts (org_id, id, first_name, source, created_at) values ($1, $2, 'P', $3, $4)`, [
      orgId,
      newId(),
      random.pick(['manual', 'import', 'form']),
      momentOf(random),
    ])
  for (let count = 0; count < size; count++)
    await owner.query(
      `insert into app.audit_log (org_id, at, action, actor_kind, actor_id, actor_name, outcome) values ($1, $2, 'x.y', $3, $4, 'A', 'success')`,
      [orgId, momentOf(random), random.pick(['user', 'api_key']), random.pick(['one', 'two', 'three'])],
    )
  for (let count = 0; count < size / 2; count++)
    await owner.query(
      `insert into app.agents (org_id, id, name, description, type, category, status, is_public, version, model, system_prompt, max_tokens, capabilities, created_by, created_at)
       values ($1, $2, 'A', '', $3, 'Business', $4, false, 1, 'gpt-4', 'p', 100, '{}', $5, $6)`,
      [
        orgId,
        newId(),
        random.pick(['SALES', 'ANALYTICS']),
        random.pick(['ACTIVE', 'DRAFT']),
        random.pick(['Ada', 'Grace']),
        momentOf(random),
      ],
    )
}

async function addRevenue({ owner, orgId }: World, random: Random, size: number): Promise<void> {
  for (let count = 0; count < size; count++) {
    const [id, currency] = [newId(), random.pick(['INR', 'EUR'])]
    const date = momentOf(random).toISOString().slice(0, 10)
    const [net, tax] = [random.below(90_000) + 1, random.below(9_000) + 1]
    await owner.query(
      `insert into app.sales_invoices (org_id, id, customer, customer_address, customer_email, customer_tax_id, notes, currency, amount, subtotal, tax, round_off, taxes, date,
         due_date, seller, number, status, reverse_charge)
       values ($1, $2, 'C', '', '', '', '', $3, $4, $5, $6, 0, '[]', $7, $7, '{}', $8, 'Pending', false)`,
      [orgId, id, currency, net + tax, net, tax, date, id.slice(-12)],
    )
    await postEntry(owner, orgId, { kind: 'sales-invoice', cause: id, currency, at: momentOf(random), net, tax })
    // Voided later, on the day of the entry.
    if (random.below(5) === 0)
      await postEntry(owner, orgId, { kind: 'sales-void', cause: id, currency, at: momentOf(random), net: -net, tax: -tax })
  }
}

interface Entry {
  kind: string
  cause: string
  currency: string
  at: Date
  net: number
  tax: number
}

const postEntry = (owner: pg.Pool, orgId: string, { kind, cause, currency, at, net, tax }: Entry) =>
  owner.query(
    `with entry as (
       insert into app.ledger_entries (org_id, id, cause_kind, cause_id, currency, posted_at) values ($1, $2, $3, $4, $5, $6) returning org_id, id
     )
     insert into app.ledger_postings (org_id, entry_id, line, account, amount)
     select e.org_id, e.id, p.line, p.account, p.amount from entry e, jsonb_to_recordset($7) as p (line int, account text, amount bigint)`,
    [
      orgId,
      newId(),
      kind,
      cause,
      currency,
      at,
      JSON.stringify([
        { line: 1, account: 'sales:receivable', amount: net + tax },
        { line: 2, account: 'sales:income', amount: -net },
        { line: 3, account: 'sales:tax', amount: -tax },
      ]),
    ],
  )
