import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaymentOrder } from '@imperium/contract/billing/billing.ts'
import { openCampaignServer, until } from '../campaigns/campaign-server.ts'

/** Where the transaction of a payment stands when its process is killed: what it waits for then. */
export const killPoints = {
  begin: 'lock table app.payment_events in exclusive mode',
  ledger: 'lock table app.ledger_entries in exclusive mode',
  invoice: 'lock table app.operator_series in exclusive mode',
  plan: 'lock table app.outbox in exclusive mode',
  end: 'lock table app.audit_log in exclusive mode',
} as const

export interface PaymentState {
  status: string
  plan: string
  entries: number
  invoices: number
  events: number
  sum: number
}

const webhookSecret = 'hook-secret'
export const razorpayKeys = { RAZORPAY_KEY_ID: 'rzp_k', RAZORPAY_KEY_SECRET: 'key-secret', RAZORPAY_WEBHOOK_SECRET: webhookSecret }

/** A server that makes orders as Razorpay does, for settings of ours. */
export async function startOrders(): Promise<{ settings: Record<string, string>; stop: () => void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 'order_1', amount: 799_900, currency: 'INR' }))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { settings: { ...razorpayKeys, RAZORPAY_API_URL: `http://${place}`, EGRESS_ALLOW: place }, stop: () => void server.close() }
}

/** The report of its payment, signed as Razorpay documents it. */
export function reportOf(amount: number): { payload: string; headers: Record<string, string> } {
  const entity = { id: 'pay_1', order_id: 'order_1', amount, currency: 'INR' }
  const payload = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } })
  const signature = createHmac('sha256', webhookSecret).update(payload).digest('hex')
  return { payload, headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature } }
}

/** What a payment has left in the database; there is one order. */
export const paymentState = `
  select o.status, g.plan_type as plan, (select count(*)::int from app.ledger_entries) as entries,
    (select count(*)::int from app.operator_invoices) as invoices, (select count(*)::int from app.payment_events) as events,
    (select coalesce(sum(amount), 0)::int from app.ledger_postings) as sum
  from app.payment_orders o join auth.organizations g on g.id = o.org_id`

/** Pays one order; the process that takes the report of the payment is killed at each point, and the provider repeats the report. */
export async function crashPayments(points: readonly (keyof typeof killPoints)[]): Promise<{ killed: PaymentState[]; last: PaymentState }> {
  const orders = await startOrders()
  const server = await openCampaignServer(orders.settings)
  const read = async (): Promise<PaymentState> => {
    const [row] = await server.query<PaymentState>(paymentState)
    if (!row) throw new Error('the order is gone')
    return row
  }
  try {
    const made = await fetch(`${server.url}/api/payments/create-order`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
      body: JSON.stringify({ planType: 'EMPEROR', billingCycle: 'MONTHLY' }),
    })
    const { payload, headers } = reportOf(((await made.json()) as { data: PaymentOrder }).data.amount)
    const report = () => fetch(`${server.url}/api/payments/webhooks/razorpay`, { method: 'POST', headers, body: payload })
    const killed: PaymentState[] = []
    for (const point of points) {
      await server.query('begin')
      await server.query(killPoints[point])
      const lost = report().catch(() => undefined)
      await until(async () => (await server.query('select 1 from pg_locks where not granted')).length > 0)
      await server.kill('SIGKILL')
      await lost
      await server.query('rollback')
      await server.start()
      killed.push(await read())
    }
    for (let at = 0; at < 2; at++) await report()
    return { killed, last: await read() }
  } finally {
    await server.close()
    orders.stop()
  }
}
