import { openCampaignServer, until } from '../campaigns/campaign-server.ts'
import { queueNumbered } from './queue-deliveries.ts'
import { startRecordingReceiver } from './recording-receiver.ts'

export interface WebhookCrashPlan {
  deliveries: number
  /** kill -9 of the server, evenly over the deliveries. */
  kills: number
  inFlight: number
  timeoutMs: number
}

export interface WebhookCrashResult {
  delivered: number
  lost: number
  /** Copies beyond the first. */
  repeats: number
  /** Deliveries that came under more than one id. */
  otherIds: number
  seconds: number
}

/** Delivers to a local receiver while the server is killed and started again; returns what the receiver got. */
export async function crashWebhooks({ deliveries, kills, inFlight, timeoutMs }: WebhookCrashPlan): Promise<WebhookCrashResult> {
  const receiver = await startRecordingReceiver()
  const server = await openCampaignServer({ EGRESS_ALLOW: '127.0.0.1', WEBHOOK_IN_FLIGHT: String(inFlight), SHUTDOWN_GRACE_MS: '5000' })
  try {
    const made = await fetch(`${server.url}/api/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
      body: JSON.stringify({ name: 'Crash', url: receiver.url, events: ['agent.updated'] }),
    })
    const { data } = (await made.json()) as { data: { id: string } }
    const startedAt = performance.now()
    await queueNumbered(server.query, { orgId: server.orgId, webhookId: data.id }, deliveries)
    for (let kill = 0; kill < kills; kill++) {
      await until(async () => (await receiver.count()) >= ((kill + 0.5) / kills) * 0.9 * deliveries, timeoutMs, 5)
      await server.kill('SIGKILL')
      await server.start()
    }
    const open = async () => (await server.query(`select 1 from app.webhook_deliveries where status = 'pending' limit 1`)).length === 0
    await until(open, timeoutMs, 100)
    const [counted] = await server.query<{ delivered: number }>(
      `select count(*)::int as delivered from app.webhook_deliveries where status = 'success'`,
    )
    const { calls, numbers } = await receiver.report()
    const got = Object.values(numbers)
    return {
      delivered: counted?.delivered ?? 0,
      lost: deliveries - got.length,
      repeats: calls - got.length,
      otherIds: got.filter(({ ids }) => ids > 1).length,
      seconds: (performance.now() - startedAt) / 1_000,
    }
  } finally {
    await server.close()
    receiver.stop()
  }
}
