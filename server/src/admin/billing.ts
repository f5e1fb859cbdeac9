import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit.ts'
import type { SystemTx } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { StartError } from '../platform/start-error.ts'
import type { Call, Command } from './command.ts'
import { withDatabase } from './open-database.ts'

const actor = () => ({ kind: 'operator' as const, id: userInfo().username, name: 'Operator' })

interface OrderRow {
  id: string
  org_id: string
  receipt: string
  provider: string
  status: string
  amount: number
  currency: string
}

async function findOrder(tx: SystemTx, receipt: string): Promise<OrderRow> {
  const row = await tx
    .selectFrom('payment_orders')
    .select(['id', 'org_id', 'receipt', 'provider', 'status', 'amount', 'currency'])
    .where('receipt', '=', receipt.toUpperCase())
    .executeTakeFirst()
  if (!row) throw new StartError(`There is no payment "${receipt}". Its number stands in the billing history: IMP- and 20 characters.`)
  return row
}

async function findOrganization(tx: SystemTx, slug: string): Promise<{ id: string; name: string }> {
  const row = await tx.selectFrom('auth.organizations').select(['id', 'name']).where('slug', '=', slug).executeTakeFirst()
  if (!row) throw new StartError(`There is no organization "${slug}". All of them: npm run admin -- organizations list`)
  return row
}

export function readCount(flags: Call['flags'], flag: string, largest: number): number | undefined {
  const text = flags[flag]
  if (text === undefined) return undefined
  const value = /^\d{1,12}$/.test(String(text)) ? Number(text) : 0
  if (value < 1 || value > largest)
    throw new StartError(`--${flag} takes a whole number from 1 to ${largest}, not "${text}".`, { exitCode: 2 })
  return value
}

export const billingRefund: Command = {
  name: 'billing refund',
  usage: '<number> [--amount MINOR_UNITS] [--reason TEXT]',
  summary: 'Gives a payment back, in part or in full. A running Imperium tells the provider within a minute.',
  options: { amount: { type: 'string' }, reason: { type: 'string' } },
  operands: 1,
  run: async ({ config, operands, flags, print }) => {
    const wanted = readCount(flags, 'amount', 1_000_000_000_000)
    const reason = String(flags['reason'] ?? 'By the operator').slice(0, 200)
    const refund = await withDatabase(config, (db) => db.withSystem((tx) => insertRefund(tx, operands[0] ?? '', wanted, reason)))
    print(`${refund.currency} ${(refund.amount / 100).toFixed(2)} of ${refund.receipt} will be given back.`)
  },
}

async function insertRefund(tx: SystemTx, receipt: string, wanted: number | undefined, reason: string) {
  const order = await findOrder(tx, receipt)
  // The lock of the operator's page and of payments: two refunds at once give back no more than was paid.
  await tx.selectFrom('payment_orders').select('id').where('id', '=', order.id).forUpdate().executeTakeFirstOrThrow()
  if (order.status !== 'activated' && order.status !== 'paid') throw new StartError('This order is not paid.')
  const { sum } = await tx
    .selectFrom('payment_refunds')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('order_id', '=', order.id)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow()
  const amount = wanted ?? order.amount - sum
  if (amount < 1 || amount > order.amount - sum) throw new StartError(`Only ${order.amount - sum} minor units of this payment are left.`)
  await tx
    .insertInto('payment_refunds')
    .values({ org_id: order.org_id, id: newId(), order_id: order.id, amount, reason, requested_by: actor().id })
    .execute()
  const target = { kind: 'billing', id: order.id, name: order.receipt }
  await recordAudit(tx, order.org_id, { actor: actor(), action: 'billing.refund', target, after: { amount, reason } })
  return { ...order, amount }
}

export const billingReceived: Command = {
  name: 'billing received',
  usage: '<number>',
  summary: 'Confirms that the bank transfer of an order has arrived. A running Imperium begins the plan within a minute.',
  operands: 1,
  run: async ({ config, operands, print }) => {
    const order = await withDatabase(config, (db) =>
      db.withSystem(async (tx) => {
        const found = await findOrder(tx, operands[0] ?? '')
        if (found.provider !== 'bank' || (found.status !== 'created' && found.status !== 'attempted'))
          throw new StartError('This order waits for no transfer.')
        await tx
          .updateTable('payment_orders')
          .set({ received_at: sql<Date>`now()`, received_by: actor().id })
          .where('id', '=', found.id)
          .execute()
        const target = { kind: 'billing', id: found.id, name: found.receipt }
        await recordAudit(tx, found.org_id, { actor: actor(), action: 'billing.received', target })
        return found
      }),
    )
    print(`${order.receipt}: ${order.currency} ${(order.amount / 100).toFixed(2)} arrived.`)
  },
}

export const billingExtend: Command = {
  name: 'billing extend',
  usage: '<slug> --days N',
  summary: 'Gives days to the paid period of an organization.',
  options: { days: { type: 'string' } },
  operands: 1,
  run: async ({ config, operands, flags, print }) => {
    const days = readCount(flags, 'days', 366)
    if (days === undefined) throw new StartError('Say how many days: --days N.', { exitCode: 2 })
    const end = await withDatabase(config, (db) =>
      db.withSystem(async (tx) => {
        const { id, name } = await findOrganization(tx, operands[0] ?? '')
        const end = sql<Date>`period_end + ${days} * interval '1 day'`
        // Where the period runs again, the requests for payment begin anew with its new end.
        const runsAgain = sql`status = 'PAST_DUE' and ${end} > now()`
        const row = await tx
          .updateTable('subscriptions')
          .set({
            period_end: end,
            due_at: sql<Date>`case when ${runsAgain} then ${end} else due_at + ${days} * interval '1 day' end`,
            stage: sql<number>`case when ${runsAgain} then 2 else stage end`,
            status: sql<string>`case when ${runsAgain} then 'ACTIVE' else status end`,
            updated_at: sql<Date>`now()`,
          })
          .where('org_id', '=', id)
          .where('status', '<>', 'ENDED')
          .returning('period_end')
          .executeTakeFirst()
        if (!row) throw new StartError('There is no running period.')
        const target = { kind: 'billing', id, name: String(days) }
        await recordAudit(tx, id, {
          actor: actor(),
          action: 'billing.extend',
          target,
          after: { organization: name, periodEnd: row.period_end },
        })
        return row.period_end
      }),
    )
    print(`Paid until ${end.toISOString().slice(0, 10)}.`)
  },
}

export const billingList: Command = {
  name: 'billing list',
  usage: '',
  summary: 'Lists the subscriptions with plan, cycle, state and end, those that end first.',
  operands: 0,
  run: async ({ config, print }) => {
    const rows = await withDatabase(config, (db) =>
      db.withSystem((tx) =>
        tx
          .selectFrom('subscriptions as s')
          .innerJoin('auth.organizations as o', 'o.id', 's.org_id')
          .select(['o.slug', 'o.plan_type', 'o.billing_cycle', 's.status', 's.period_end'])
          .orderBy('s.period_end')
          .execute(),
      ),
    )
    for (const { slug, plan_type, billing_cycle, status, period_end } of rows)
      print([slug, plan_type, billing_cycle, status, period_end.toISOString().slice(0, 10)].join('\t'))
    if (rows.length === 0) print('No organization has paid for a plan yet.')
  },
}
