import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { PlanType, planTypes } from '@imperium/contract/plans.ts'
import { recordAudit } from '../platform/audit/audit.ts'
import type { SystemTx } from '../platform/db/database.ts'
import { signal } from '../platform/events/live.ts'
import { StartError } from '../platform/start-error.ts'
import type { Call, Command } from './command.ts'
import { withDatabase } from './open-database.ts'
import { accessChanged } from '../platform/auth/access-signals.ts'
import type { LimitColumn } from '../modules/organizations/index.ts'

const statuses = ['ACTIVE', 'TRIAL', 'SUSPENDED']
const largest = 2_000_000_000

export const organizationsSet: Command = {
  name: 'organizations set',
  usage:
    '<slug> [--plan PLAN] [--status STATUS] [--max-agents N] [--max-users N] [--api-calls N] [--messages N] [--contacts N] [--runs N] [--tokens N] [--retention-days N]',
  summary: [
    `Sets the plan (${planTypes.join(', ')}) with its limits, the status (${statuses.join(', ')}) or single limits.`,
    'Running servers see it at once; the audit log names the operator.',
  ].join('\n'),
  options: {
    plan: { type: 'string' },
    status: { type: 'string' },
    'max-agents': { type: 'string' },
    'max-users': { type: 'string' },
    'api-calls': { type: 'string' },
    messages: { type: 'string' },
    contacts: { type: 'string' },
    runs: { type: 'string' },
    tokens: { type: 'string' },
    'retention-days': { type: 'string' },
  },
  operands: 1,
  run: async ({ config, operands, flags, print }) => {
    const change = readChange(flags)
    const slug = operands[0] ?? ''
    const { before, after } = await withDatabase(config, (db) => db.withSystem((tx) => setOrganization(tx, slug, change)))
    for (const [key, value] of Object.entries(after)) {
      const old = before[key as keyof Limits]
      print(`${key}: ${old === value ? `${value} (unchanged)` : `${old} -> ${value}`}`)
    }
  },
}

interface Limits extends Record<LimitColumn, number> {
  plan_type: string
  plan_version: number
  status: string
}
/** Loaded when they are needed: the other commands start without the module. */
async function columnsOfLimits() {
  const { limitColumns } = await import('../modules/organizations/index.ts')
  return sql.join(limitColumns.map((column) => sql.ref(column)))
}

function readChange(flags: Call['flags']): Partial<Limits> {
  const plan = flags['plan'] === undefined ? undefined : PlanType.safeParse(String(flags['plan']).toUpperCase())
  if (plan && !plan.success) throw new StartError(`"${flags['plan']}" is no plan. Plans: ${planTypes.join(', ')}.`)
  const status = flags['status'] === undefined ? undefined : String(flags['status']).toUpperCase()
  if (status && !statuses.includes(status)) throw new StartError(`"${flags['status']}" is no status. Statuses: ${statuses.join(', ')}.`)
  const change: Partial<Limits> = {
    ...(plan ? { plan_type: plan.data } : {}),
    ...(status ? { status } : {}),
    ...readCount(flags, 'max-agents', 'max_agents'),
    ...readCount(flags, 'max-users', 'max_users'),
    ...readCount(flags, 'api-calls', 'api_calls_limit'),
    ...readCount(flags, 'messages', 'messages_limit'),
    ...readCount(flags, 'contacts', 'contacts_limit'),
    ...readCount(flags, 'runs', 'runs_limit'),
    ...readCount(flags, 'tokens', 'tokens_limit', 1_000_000_000_000),
    ...readCount(flags, 'retention-days', 'retention_days_limit'),
  }
  if (Object.keys(change).length === 0)
    throw new StartError(
      'Say what to set: --plan, --status, --max-agents, --max-users, --api-calls, --messages, --contacts, --runs, --tokens or --retention-days.',
      { exitCode: 2 },
    )
  return change
}

function readCount(flags: Call['flags'], flag: string, column: keyof Limits, most = largest): Partial<Limits> {
  const text = flags[flag]
  if (text === undefined) return {}
  const value = /^\d{1,13}$/.test(String(text)) ? Number(text) : Number.NaN
  if (!(value <= most)) throw new StartError(`--${flag} takes a whole number from 0 to ${most}, not "${text}".`)
  return { [column]: value }
}

export async function setOrganization(tx: SystemTx, slug: string, change: Partial<Limits>): Promise<{ before: Limits; after: Limits }> {
  const { rows } = await sql<Limits & { id: string; name: string }>`
    select id, name, plan_type, plan_version, status, ${await columnsOfLimits()}
    from auth.organizations where slug = ${slug} for update`.execute(tx)
  const found = rows[0]
  if (!found) throw new StartError(`There is no organization "${slug}". All of them: npm run admin -- organizations list`)
  const { id, name, ...before } = found
  // Limits that were named stand above those of the plan.
  const changed = { ...(change.plan_type ? await limitsOfPlan(tx, change.plan_type) : {}), ...change }
  await tx
    .updateTable('auth.organizations')
    .set({ ...changed, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  const after = { ...before, ...changed }
  const { rows: members } = await sql<{ user_id: string }>`select user_id from auth.memberships where org_id = ${id}`.execute(tx)
  for (const { user_id } of members) await signal(tx, accessChanged({ userId: user_id }))
  const actor = { kind: 'operator' as const, id: userInfo().username, name: 'Operator' }
  await recordAudit(tx, id, { actor, action: 'organizations.set', target: { kind: 'organizations', id, name }, before, after })
  return { before, after }
}

/** Of the latest version in the catalogue; versions of private offers belong to one organization. */
async function limitsOfPlan(tx: SystemTx, planType: string): Promise<Partial<Limits>> {
  const { rows } = await sql<Partial<Limits> & { plan_version: number }>`
    select version as plan_version, ${await columnsOfLimits()}
    from app.plan_versions where plan_type = ${planType} and for_org is null order by version desc limit 1`.execute(tx)
  if (!rows[0]) throw new StartError(`The catalogue has no plan ${planType}.`)
  return rows[0]
}
