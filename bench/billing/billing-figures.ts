import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentOrder, Subscription } from '../../contract/src/billing/billing.ts'
import { median, percentile } from '../figure.ts'
import type { Figure } from '../figure.ts'
import type { Client, ServerUnderTest } from '../server-under-test.ts'

const organizations = 6
/** An organization may make 30 orders an hour, and read 60 PDFs a minute. */
const [ordersOfEach, pdfsOfEach] = [20, 50] as const
const renewals = Number(process.env['BENCH_RENEWALS'] ?? 10_000)
const usageRows = Number(process.env['BENCH_USAGE_ROWS'] ?? 10_000_000)

const emperor = { planType: 'EMPEROR', billingCycle: 'MONTHLY' }

async function pay(client: Client, body: object): Promise<void> {
  const { orderId } = await client.call<PaymentOrder>('POST', '/payments/create-order', body)
  await client.call('POST', '/payments/sandbox/pay', { orderId, outcome: 'success' })
}

const clientsOf = async (server: ServerUnderTest): Promise<Client[]> => {
  const clients: Client[] = []
  for (let count = 0; count < organizations; count++) clients.push(await server.register())
  return clients
}

/** From the order to the plan in force: the sandbox reports by a signed call, as Razorpay does. */
export async function benchActivation(server: ServerUnderTest): Promise<Figure[]> {
  const taken: number[] = []
  for (const client of await clientsOf(server))
    for (let count = 0; count < ordersOfEach; count++) {
      const startedAt = performance.now()
      await pay(client, emperor)
      const { status, planType } = await client.call<Subscription>('GET', '/payments/subscription')
      if (status !== 'ACTIVE' || planType !== 'EMPEROR') throw new Error('the plan is not in force')
      taken.push(performance.now() - startedAt)
    }
  const note = `${taken.length} orders one after the other: order, signed report, ledger, invoice, plan read back; p95 ${Math.round(percentile(taken, 0.95))} ms`
  return [{ name: 'order to activation, p50', value: median(taken), unit: 'ms', note }]
}

/** All periods end in one night: each is taken on by the tick, with its notice to the owner and its row of the log. */
export async function benchRenewals(server: ServerUnderTest): Promise<Figure[]> {
  const { owner } = server.database
  const { orgId } = await server.register()
  await owner.query(
    `insert into auth.organizations select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'slug', 'night-' || n,
       'name', 'Night ' || n, 'plan_type', 'EMPEROR', 'plan_version', 1))).* from auth.organizations o, generate_series(1, $2::int) n where o.id = $1`,
    [orgId, renewals],
  )
  await owner.query(
    `insert into app.subscriptions (org_id, order_id, period_start, period_end, status, value, anchor_day, stage, due_at)
     select id, null, now() - interval '30 days', now() - interval '1 second', 'ACTIVE', 799900, 1, 2, now()
     from auth.organizations where slug like 'night-%'`,
  )
  await owner.query('analyze auth.organizations, app.subscriptions')
  const left = async () =>
    (await owner.query<{ n: number }>("select count(*)::int as n from app.subscriptions where status = 'ACTIVE' and due_at <= now()"))
      .rows[0]?.n ?? 0
  while ((await left()) === renewals) await sleep(50)
  const [startedAt, already] = [performance.now(), renewals - (await left())]
  while ((await left()) > 0) await sleep(200)
  const seconds = (performance.now() - startedAt) / 1_000
  const { rows } = await owner.query<{ events: number }>("select count(*)::int as events from app.outbox where type = 'subscription.news'")
  if ((rows[0]?.events ?? 0) < renewals) throw new Error('not every organization was told')
  const note = `${renewals} periods that end at once, one process; ${Math.round((renewals - already) / seconds)} a second, each told once`
  return [{ name: `${renewals.toLocaleString('en')} renewals in one run`, value: seconds, unit: 's', note }]
}

export async function benchInvoicePdfs(server: ServerUnderTest): Promise<Figure[]> {
  const clients = await clientsOf(server)
  const ids = await Promise.all(
    clients.map(async (client) => {
      await pay(client, emperor)
      return (await client.call<{ id: string }[]>('GET', '/payments/invoices'))[0]?.id ?? ''
    }),
  )
  const read = async ({ token }: Client, id: string) => {
    const reply = await fetch(`${server.url}/api/payments/invoices/${id}/pdf`, { headers: { authorization: `Bearer ${token}` } })
    const bytes = new Uint8Array(await reply.arrayBuffer())
    if (!reply.ok || Buffer.from(bytes.subarray(0, 5)).toString() !== '%PDF-') throw new Error(`no PDF: ${reply.status}`)
    return bytes.length
  }
  await Promise.all(clients.map((client, at) => read(client, ids[at] ?? '')))
  const before = server.processorTime()
  const startedAt = performance.now()
  let bytes = 0
  await Promise.all(
    clients.map(async (client, at) => {
      for (let count = 1; count < pdfsOfEach; count++) bytes = await read(client, ids[at] ?? '')
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const made = clients.length * (pdfsOfEach - 1)
  const processor = ((server.processorTime().node - before.node) * 1_000) / made
  const note = `${made} invoices over ${clients.length} connections, ${(bytes / 1_024).toFixed(1)} KB each; processor of Node ${processor.toFixed(1)} ms each`
  return [{ name: 'invoice PDFs', value: made / seconds, unit: 'PDFs/s', note }]
}

const parts = ['model', 'agent', 'campaign', 'workflow', 'key', 'member'] as const
const perBatch = 100_000
const reads = 20

/** What the usage page asks for, over 90 days, after the rows were folded into its sums. */
export async function benchUsagePage(server: ServerUnderTest): Promise<Figure[]> {
  const { owner } = server.database
  const client = await server.register()
  for (let from = 0; from < usageRows; from += perBatch) {
    await owner.query(
      `insert into app.usage_pending (id, org_id, at, agent_id, config_id, key_id, user_id, model, runs, completed, model_calls, input_tokens,
         output_tokens, cost_micros)
       select gen_random_uuid(), $1, now() - random() * interval '89 days', md5('agent' || n % 50)::uuid, md5('model' || n % 6)::uuid,
         md5('key' || n % 20)::uuid, md5('member' || n % 15)::uuid, 'model-' || n % 6, 1, 1, 2, 900, 200, 1500
       from generate_series($2::int, $3::int) n`,
      [client.orgId, from + 1, Math.min(usageRows, from + perBatch)],
    )
    let folded = 1
    while (folded > 0)
      folded = (await owner.query<{ folded: number }>('select app.fold_usage($1) as folded', [perBatch])).rows[0]?.folded ?? 0
  }
  await owner.query('analyze app.usage_part_days, app.usage_part_slots')
  const pages: number[] = []
  const paths = ['/usage-analytics/dashboard?period=90d', ...parts.map((by) => `/usage-analytics/breakdown?period=90d&by=${by}`)]
  for (let count = 0; count < reads; count++) {
    const startedAt = performance.now()
    // The page shows the dashboard and one breakdown.
    const breakdown = paths[1 + (count % parts.length)] ?? ''
    await Promise.all([client.call('GET', paths[0] ?? ''), client.call('GET', breakdown)])
    pages.push(performance.now() - startedAt)
  }
  const note = `${usageRows.toLocaleString('en')} metered rows of one organization in 90 days, folded; dashboard and a breakdown at once, ${reads} times; median ${Math.round(median(pages))} ms`
  return [{ name: 'usage page, p95', value: percentile(pages, 0.95), unit: 'ms', note }]
}
