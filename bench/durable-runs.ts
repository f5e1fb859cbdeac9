import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from './figure.ts'
import { startModelServer } from './model-server.ts'
import { makeAgent } from './run-overhead.ts'
import type { Client, ServerUnderTest } from './server-under-test.ts'

const runCount = 1_500
const posters = 16

/** Starts `count` runs through the API and waits until the last one ends. Returns runs per second, from the first POST to the last end. */
async function drain(server: ServerUnderTest, client: Client, agentId: string, count: number) {
  const startedAt = performance.now()
  const before = server.processorTime()
  let left = count
  const post = async () => {
    while (left-- > 0) await client.call('POST', `/agents/${agentId}/execute`, { input: 'How are sales?' })
  }
  await Promise.all(Array.from({ length: posters }, post))
  const postedAt = performance.now()
  await untilDrained(server, client.orgId)
  const seconds = (performance.now() - startedAt) / 1_000
  const after = server.processorTime()
  const { rows } = await server.database.owner.query<{ status: string; runs: number }>(
    'select status, count(*)::int as runs from app.runs where org_id = $1 group by status',
    [client.orgId],
  )
  const failed = rows.filter((row) => row.status !== 'completed')
  if (failed.length > 0) throw new Error(`not all runs completed: ${JSON.stringify(rows)}`)
  const processorMs = { node: ((after.node - before.node) / count) * 1_000, postgres: ((after.postgres - before.postgres) / count) * 1_000 }
  return { processorMs, rate: count / seconds, postRate: count / ((postedAt - startedAt) / 1_000) }
}

async function untilDrained({ database }: ServerUnderTest, orgId: string): Promise<void> {
  for (;;) {
    const { rows } = await database.owner.query("select 1 from app.runs where org_id = $1 and status in ('queued', 'running') limit 1", [
      orgId,
    ])
    if (rows.length === 0) return
    await sleep(25)
  }
}

/** Durable runs a second: each with its job, steps, events, meter, audit row and outbox. */
export async function benchDurableRuns(server: ServerUnderTest): Promise<Figure[]> {
  const model = await startModelServer({ text: 'Sales are up.', pieces: 2 })
  try {
    const figures: Figure[] = []
    for (const kind of ['sandbox model', 'model server'] as const) {
      const client = await server.register()
      const agentId =
        kind === 'model server'
          ? await makeAgent(client, model)
          : (await client.call<{ id: string }>('POST', '/agents', { name: 'Bench agent', type: 'ANALYTICS', config: { model: 'sandbox' } }))
              .id
      await drain(server, client, agentId, 100)
      const { rate, postRate, processorMs } = await drain(server, client, agentId, runCount)
      figures.push({
        name: `durable runs, ${kind}`,
        value: rate,
        unit: 'runs/s',
        aim: { of: 'value', atLeast: 400 },
        note: `${runCount} runs of one organization, posted by ${posters} clients (${postRate.toFixed(0)} POSTs/s meanwhile), until the last has ended; processor a run: Node ${processorMs.node.toFixed(2)}, PostgreSQL ${processorMs.postgres.toFixed(2)} ms`,
      })
    }
    return figures
  } finally {
    model.stop()
  }
}
