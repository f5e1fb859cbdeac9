// Deliveries to webhooks: their rate beside a bare undici pool, from event to first attempt, and behind the backlog of another organization.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openBarePool } from '../../server/src/platform/http-out/testing/bare-pool.ts'
import { crashWebhooks } from '../../server/src/testing/webhooks/crash-webhooks.ts'
import { queueNumbered } from '../../server/src/testing/webhooks/queue-deliveries.ts'
import { median } from '../figure.ts'
import type { Figure } from '../figure.ts'
import { rateOf } from '../rate.ts'
import type { Client, ServerUnderTest } from '../server-under-test.ts'
import { startWebhookSink } from '../webhook-sink.ts'

const deliveries = Number(process.env['BENCH_DELIVERIES'] ?? 20_000)
const backlog = Number(process.env['BENCH_BACKLOG'] ?? 100_000)
const inFlight = 64
const samples = 100
const body = JSON.stringify({ event: 'agent.updated', data: { number: 1, name: 'Qualifier' } })

const queryOf =
  (server: ServerUnderTest) =>
  async (text: string, values: unknown[] = []) =>
    (await server.database.owner.query(text, values)).rows as never

async function makeWebhook(client: Client, url: string): Promise<{ orgId: string; webhookId: string }> {
  const { id } = await client.call<{ id: string }>('POST', '/webhooks', { name: `Bench ${url}`, url, events: ['agent.updated'] })
  return { orgId: client.orgId, webhookId: id }
}

async function untilDelivered(server: ServerUnderTest, { webhookId }: { webhookId: string }, count: number): Promise<void> {
  for (;;) {
    const { rows } = await server.database.owner.query<{ successful: number }>(
      'select successful from app.webhook_queues where webhook_id = $1',
      [webhookId],
    )
    if (Number(rows[0]?.successful) >= count) return
    await pause(25)
  }
}

/** Every state committed: the end of each delivery is in the database. */
export async function benchWebhookRate(server: ServerUnderTest): Promise<Figure[]> {
  const sink = await startWebhookSink()
  try {
    const hook = await makeWebhook(await server.register(), sink.url)
    await queueNumbered(queryOf(server), hook, 1_000)
    await untilDelivered(server, hook, 1_000)
    const bareRate = async () => {
      const pool = openBarePool(new URL(sink.url).origin, inFlight)
      const rate = await rateOf(deliveries, inFlight, () => pool.post(body))
      await pool.close()
      return rate
    }
    const before = await bareRate()
    const startedAt = performance.now()
    await queueNumbered(queryOf(server), hook, deliveries)
    await untilDelivered(server, hook, 1_000 + deliveries)
    const ours = (deliveries * 1_000) / (performance.now() - startedAt)
    const bare = median([before, await bareRate()])
    const beside = { name: 'bare undici pool', value: bare, unit: 'requests/s' }
    const note = `${deliveries.toLocaleString('en')} to one webhook, ${inFlight} in flight, with writing them to the database`
    const aim = { of: 'ratio', atLeast: 0.2 } as const
    return [{ name: 'webhook deliveries', value: ours, unit: 'deliveries/s', beside, ratio: ours / bare, aim, note }]
  } finally {
    sink.stop()
  }
}

/** Changes an agent through the API, again and again; milliseconds from each event to its first attempt. */
async function measureDelays(server: ServerUnderTest, client: Client, hook: { webhookId: string }): Promise<number[]> {
  const { id } = await client.call<{ id: string }>('POST', '/agents', { name: `Bench ${Date.now()}`, type: 'SALES' })
  for (let at = 0; at < samples; at++) {
    await client.call('PUT', `/agents/${id}`, { description: `Version ${at}` })
    await pause(20)
  }
  await pause(3_000)
  const { rows } = await server.database.owner.query<{ ms: number }>(
    `select 1000 * extract(epoch from a.at - d.created_at)::float8 as ms from app.webhook_deliveries d
     join app.webhook_attempts a on a.org_id = d.org_id and a.delivery_id = d.id and a.attempt = 1 where d.webhook_id = $1`,
    [hook.webhookId],
  )
  return rows.map(({ ms }) => ms)
}

/** From the event to its first attempt, with nothing queued, and behind a backlog of another organization with a dead endpoint. */
export async function benchWebhookDelay(server: ServerUnderTest): Promise<Figure[]> {
  const sink = await startWebhookSink()
  // Accepts connections and never answers.
  const dead = createServer(() => undefined)
  await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve))
  try {
    const client = await server.register()
    const hook = await makeWebhook(client, sink.url)
    const idle = median(await measureDelays(server, client, hook))
    const flooder = await server.register()
    const flooded = await makeWebhook(flooder, `http://127.0.0.1:${(dead.address() as AddressInfo).port}/`)
    await queueNumbered(queryOf(server), flooded, backlog)
    const other = await server.register()
    const behind = await measureDelays(server, other, await makeWebhook(other, `${sink.url}/other`))
    if (behind.length < samples) throw new Error(`only ${behind.length} of ${samples} were delivered behind the backlog`)
    const aim = { of: 'value', atMost: 50 } as const
    const note = `median of ${samples}, from the transaction of the event`
    const value = median(behind)
    const beside = { name: 'with nothing queued', value: idle, unit: 'ms' }
    return [
      { name: 'event to first attempt', value: idle, unit: 'ms', aim, note },
      { name: `behind ${backlog.toLocaleString('en')} of another organization`, value, unit: 'ms', beside, ratio: value / idle },
    ]
  } finally {
    sink.stop()
    dead.close()
  }
}

/** 20,000 deliveries and ten kills; `npm test` has a small one. */
export async function benchWebhookCrash(): Promise<Figure[]> {
  const kills = 10
  const { delivered, lost, repeats, otherIds, seconds } = await crashWebhooks({ deliveries, kills, inFlight, timeoutMs: 1_200_000 })
  const none = { of: 'value', atMost: 0 } as const
  return [
    {
      name: 'deliveries lost',
      value: lost,
      unit: 'deliveries',
      aim: none,
      note: `${deliveries} deliveries, ten kills, ${seconds.toFixed(0)} s`,
    },
    { name: 'deliveries without success', value: deliveries - delivered, unit: 'deliveries', aim: none },
    { name: 'repeats under another id', value: otherIds, unit: 'deliveries', aim: none },
    { name: 'repeats', value: repeats, unit: 'calls', aim: { of: 'value', atMost: kills * inFlight } },
  ]
}
