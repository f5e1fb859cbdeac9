import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { createMemoryRuns } from '../server/src/modules/workflows/index.ts'
import { newId } from '../server/src/platform/ids.ts'
import { percentile } from './figure.ts'
import type { Figure } from './figure.ts'
import { measureRates } from './load.ts'
import type { Client, ServerUnderTest } from './server-under-test.ts'
import { startWebhookSink } from './webhook-sink.ts'

const parkedRuns = Number(process.env['BENCH_PARKED'] ?? 100_000)
const asynchronousRuns = Number(process.env['BENCH_RUNS'] ?? 5_000)
const chainedCalls = 20
const lead = { email: 'ada@example.com', name: 'Ada Lovelace', budget: 12_000 }

type Step = { id: string; type: string; config?: object }

const chain = (steps: readonly Step[], first: Step) => {
  const all = [first, ...steps]
  const edges = all
    .slice(1)
    .map((step, index) => ({ from: all[index]?.id, port: all[index]?.type === 'condition' ? 'yes' : 'next', to: step.id }))
  return WorkflowDefinition.parse({ steps: all.map((step) => ({ name: step.id, ...step })), edges })
}
const webhook = (path: string, respond: string): Step => ({
  id: 'start',
  type: 'trigger_webhook',
  config: { path, check: 'none', respond },
})
const rich: Step = {
  id: 'rich',
  type: 'condition',
  config: { rules: [{ left: '{{ trigger.body.budget }}', operator: 'gt', right: 10_000 }] },
}
const texts: Step = { id: 'words', type: 'set', config: { values: [{ name: 'greeting', value: 'Hello {{ trigger.body.name }}' }] } }
const reply: Step = { id: 'answer', type: 'respond', config: { body: { said: '{{ vars.greeting }}', email: '{{ trigger.body.email }}' } } }

async function publish(client: Client, definition: WorkflowDefinition): Promise<string> {
  const made = await client.call<{ id: string; revision: number }>('POST', '/workflows', {
    name: `Bench ${newId()}`,
    description: 'Measured',
    definition,
  })
  await client.call('POST', `/workflows/${made.id}/publish`, { revision: made.revision })
  return made.id
}

const hookOf = async (server: ServerUnderTest, client: Client, path: string): Promise<string> => {
  const { rows } = await server.database.owner.query<{ slug: string }>('select slug from auth.organizations where id = $1', [client.orgId])
  return `${server.url}/api/hooks/${rows[0]?.slug}/${path}`
}

const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(lead) } as const

/** The same steps by the core alone, without database and HTTP. Returns runs per second. */
async function inMemoryRate(definition: WorkflowDefinition): Promise<number> {
  const run = await createMemoryRuns(definition)
  const once = () => {
    if (run({ body: lead }) !== 'success') throw new Error('the run did not succeed')
  }
  for (let warm = 0; warm < 2_000; warm++) once()
  const times = 20_000
  const startedAt = performance.now()
  for (let run = 0; run < times; run++) once()
  return (times * 1_000) / (performance.now() - startedAt)
}

/** (a) Durable runs; the output of the workflow is the response of the call. */
export async function benchWorkflowResponses(server: ServerUnderTest): Promise<Figure[]> {
  const client = await server.register()
  const definition = chain([rich, texts, reply], webhook('sync', 'workflow'))
  await publish(client, definition)
  const url = await hookOf(server, client, 'sync')
  const memory = await inMemoryRate(definition)
  const figures: Figure[] = []
  for (const connections of [10, 50]) {
    const rates = await measureRates(server, { ...post, url }, { connections })
    const { node, postgres } = rates.processorMs
    figures.push({
      name: `durable webhook -> condition -> set -> respond, ${connections} connections`,
      value: rates.ours,
      unit: 'runs/s',
      beside: { name: 'bare node:http server', value: rates.bare, unit: 'requests/s' },
      ratio: rates.ours / rates.bare,
      ...(connections === 50 ? { aim: { of: 'value', atLeast: 1_000 } as const } : {}),
      note: `p50 ${rates.p50} ms, p99 ${rates.p99} ms; the same steps in memory alone ${memory.toFixed(0)}/s; processor an execution: Node ${node.toFixed(2)}, PostgreSQL ${postgres.toFixed(2)} ms`,
    })
  }
  return figures
}

async function untilDrained(server: ServerUnderTest, everyMs = 25): Promise<void> {
  for (;;) {
    const { rows } = await server.database.owner.query('select 1 from app.workflow_live limit 1')
    if (rows.length === 0) return
    await sleep(everyMs)
  }
}

const endedOf = async ({ database }: ServerUnderTest, workflowId: string): Promise<number> => {
  const { rows } = await database.owner.query<{ n: number }>(
    'select executions::int as n from app.workflow_totals where workflow_id = $1',
    [workflowId],
  )
  return rows[0]?.n ?? 0
}

/** (b) Five steps with an effect, started by webhooks that are answered immediately. */
export async function benchWorkflowRuns(server: ServerUnderTest): Promise<Figure[]> {
  const sink = await startWebhookSink()
  try {
    const client = await server.register()
    const call: Step = {
      id: 'call',
      type: 'http',
      config: { method: 'POST', url: sink.url, bodyType: 'json', json: { name: '{{ trigger.body.name }}' } },
    }
    const end: Step = { id: 'end', type: 'set', config: { values: [{ name: 'done', value: '{{ steps.call.status }}' }] } }
    await publish(client, chain([rich, texts, call, end], webhook('async', 'at_once')))
    const url = await hookOf(server, client, 'async')
    const drain = async (count: number) => {
      let left = count
      const before = server.processorTime()
      const startedAt = performance.now()
      const poster = async () => {
        while (left-- > 0) {
          const response = await fetch(url, post)
          await response.arrayBuffer()
          if (!response.ok) throw new Error(`${url}: ${response.status}`)
        }
      }
      await Promise.all(Array.from({ length: 16 }, poster))
      const postedAt = performance.now()
      await untilDrained(server)
      const after = server.processorTime()
      return {
        rate: (count * 1_000) / (performance.now() - startedAt),
        posted: (count * 1_000) / (postedAt - startedAt),
        node: ((after.node - before.node) * 1_000) / count,
        postgres: ((after.postgres - before.postgres) * 1_000) / count,
      }
    }
    await drain(300)
    const { rate, posted, node, postgres } = await drain(asynchronousRuns)
    return [
      {
        name: 'asynchronous runs of five steps, one of them an HTTP call',
        value: rate,
        unit: 'runs/s',
        note: `${asynchronousRuns} runs until the last has ended, ${posted.toFixed(0)} posted a second meanwhile; processor a run: Node ${node.toFixed(2)}, PostgreSQL ${postgres.toFixed(2)} ms`,
      },
      await stepOverhead(server, client, sink.url),
    ]
  } finally {
    sink.stop()
  }
}

/** What a step costs besides its own work: calls in sequence, each recorded before and after. */
async function stepOverhead(server: ServerUnderTest, client: Client, url: string): Promise<Figure> {
  const calls = Array.from({ length: chainedCalls }, (_, index): Step => ({
    id: `call${index}`,
    type: 'http',
    config: { method: 'POST', url },
  }))
  const id = await publish(client, chain(calls, { id: 'start', type: 'trigger_manual' }))
  const bare: number[] = []
  for (let round = 0; round < 200; round++) {
    const startedAt = performance.now()
    await (await fetch(url, { method: 'POST' })).arrayBuffer()
    bare.push(performance.now() - startedAt)
  }
  const times: number[] = []
  for (let round = 0; round < 15; round++) {
    await client.call('POST', `/workflows/${id}/run`, {})
    // Not `untilDrained`: after thousands of runs it reads for milliseconds, on the cores that are measured.
    while ((await endedOf(server, id)) <= round) await sleep(10)
  }
  const { rows } = await server.database.owner.query<{ ms: number }>(
    `select (extract(epoch from max(s.ended_at) - min(s.started_at)) * 1000)::float8 as ms from app.workflow_steps s join app.workflow_runs r on r.id = s.run_id and r.org_id = s.org_id
     where r.workflow_id = $1 group by s.run_id order by s.run_id offset 3`,
    [id],
  )
  times.push(...rows.map((row) => row.ms / chainedCalls))
  const call = percentile(bare, 0.5)
  const overhead = percentile(times, 0.5) - call
  return {
    name: 'a step, besides what it does',
    value: overhead,
    unit: 'ms',
    beside: { name: 'the HTTP call itself', value: call, unit: 'ms' },
    aim: { of: 'value', atMost: 5 },
    note: `median of ${times.length} runs of ${chainedCalls} HTTP calls in a row, one commit between any two`,
  }
}

/** (c) From the commit of an event to the first step of the run that it triggers. */
export async function benchWorkflowEvents(server: ServerUnderTest): Promise<Figure[]> {
  const client = await server.register()
  await server.database.owner.query('update auth.organizations set max_agents = 100000 where id = $1', [client.orgId])
  const id = await publish(
    client,
    chain(
      [texts].map((step) => ({ ...step, config: { values: [{ name: 'a', value: 'b' }] } })),
      { id: 'start', type: 'trigger_event', config: { event: 'agent.created' } },
    ),
  )
  const count = 100
  for (let made = 0; made < count; made++) {
    await client.call('POST', '/agents', { name: `Agent ${made}`, type: 'SALES' })
    await sleep(20)
  }
  await sleep(1_000)
  const { rows } = await server.database.owner.query<{ ms: number }>(
    `select (extract(epoch from s.started_at - o.at) * 1000)::float8 as ms from app.workflow_steps s join app.workflow_runs r on r.org_id = s.org_id and r.id = s.run_id
     join app.outbox o on o.org_id = r.org_id and o.type = 'agent.created' and o.payload ->> 'agentId' = r.input ->> 'agentId'
     where r.workflow_id = $1 and s.seq = 1`,
    [id],
  )
  const times = rows.map((row) => row.ms)
  return [
    {
      name: 'from an event to the first step of its run',
      value: percentile(times, 0.5),
      unit: 'ms',
      note: `p99 ${percentile(times, 0.99).toFixed(0)} ms of ${times.length} of ${count}, one after another, from the beginning of the transaction that says it`,
    },
  ]
}

const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Creates waiting runs, one row each, that are all due at the same time. */
async function parkRuns(server: ServerUnderTest, client: Client, runs: number): Promise<{ id: string; due: number }> {
  const { owner } = server.database
  const pause: Step = { id: 'pause', type: 'delay', config: { mode: 'for', for: { amount: 1, unit: 'hours' } } }
  const id = await publish(
    client,
    chain([pause, { ...texts, config: { values: [{ name: 'a', value: 'b' }] } }], { id: 'start', type: 'trigger_manual' }),
  )
  await client.call('POST', `/workflows/${id}/run`, {})
  await sleep(1_500)
  const due = Date.now() + 20_000
  await owner.query(
    `with model as (select l.*, r.workflow_name from app.workflow_live l join app.workflow_runs r on r.org_id = l.org_id and r.id = l.run_id where l.workflow_id = $1 limit 1),
     ids as (select (substr(app.uuid_floor(now())::text, 1, 14) || '7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 5, 3) || '-' || substr(md5(n::text), 9, 12))::uuid as id from generate_series(1, $2::int) n),
     runs as (insert into app.workflow_runs (org_id, id, workflow_id, workflow_name, version, status, trigger, triggered_by)
       select m.org_id, ids.id, m.workflow_id, m.workflow_name, 1, 'waiting', 'manual', 'Bench' from model m, ids)
     insert into app.workflow_live (org_id, run_id, workflow_id, version, status, state, wake_at)
     select m.org_id, ids.id, m.workflow_id, 1, 'waiting',
       replace(replace(m.state::text, m.run_id::text, ids.id::text), (m.state #>> '{state,tokens,2,until}'), $3::text)::jsonb, to_timestamp($3::float8 / 1000) from model m, ids`,
    [id, runs, String(due)],
  )
  await owner.query('delete from app.workflow_live where workflow_id = $1 and wake_at > to_timestamp($2::float8 / 1000)', [id, due + 1_000])
  await owner.query('analyze app.workflow_live')
  return { id, due }
}

/** (d) Many runs that become due at the same time, and the memory that they leave in use. */
export async function benchParkedRuns(server: ServerUnderTest): Promise<Figure[]> {
  const client = await server.register()
  const { owner } = server.database
  const { id, due } = await parkRuns(server, client, parkedRuns)
  const cold = residentMb(server.processId)
  const memory: { ended: number; mb: number }[] = []
  const look = async () => void memory.push({ ended: await endedOf(server, id), mb: residentMb(server.processId) })
  await sleep(Math.max(0, due - Date.now()))
  const startedAt = performance.now()
  const processor = server.processorTime()
  const watching = setInterval(() => void look(), 250)
  await untilDrained(server, 100)
  clearInterval(watching)
  const seconds = (performance.now() - startedAt) / 1_000
  const used = server.processorTime()
  await sleep(3_000)
  const { rows } = await owner.query<{ n: number }>(
    "select count(*)::int n from app.workflow_runs where workflow_id = $1 and status = 'success'",
    [id],
  )
  if (rows[0]?.n !== parkedRuns) throw new Error(`${rows[0]?.n} of ${parkedRuns} runs ended well`)
  await look()
  // After the first runs, the memory for the concurrent runs is allocated.
  const warm = memory.find(({ ended }) => ended >= parkedRuns / 10)?.mb ?? cold
  const last = memory.at(-1)?.mb ?? cold
  const each = (from: number, to: number) => (((to - from) * 1_000) / parkedRuns).toFixed(2)
  return [
    {
      name: `${parkedRuns} parked runs woken at once, to their end`,
      value: seconds,
      unit: 's',
      aim: { of: 'value', atMost: 60 },
      note: `${(parkedRuns / seconds).toFixed(0)} runs/s; processor a run: Node ${each(processor.node, used.node)}, PostgreSQL ${each(processor.postgres, used.postgres)} ms`,
    },
    {
      name: `memory after ${parkedRuns} runs`,
      value: last,
      unit: 'MB',
      beside: { name: 'after a tenth of them', value: warm, unit: 'MB' },
      ratio: last / warm,
      aim: { of: 'ratio', atMost: 1.1 },
      note: `before the first ${cold.toFixed(0)} MB, at most ${Math.max(...memory.map(({ mb }) => mb)).toFixed(0)} MB meanwhile`,
    },
  ]
}

/** (e) The same with a second worker process: it helps only if it has its own cores. */
export async function benchWorkflowWorkers(server: ServerUnderTest): Promise<Figure[]> {
  const client = await server.register()
  const runs = parkedRuns / 2
  const drain = async (): Promise<number> => {
    const { due } = await parkRuns(server, client, runs)
    await sleep(Math.max(0, due - Date.now()))
    const startedAt = performance.now()
    await untilDrained(server)
    return (runs * 1_000) / (performance.now() - startedAt)
  }
  await drain()
  const one = await drain()
  const worker = await server.startWorker()
  const two = await drain()
  await worker.stop()
  const cores = availableParallelism()
  return [
    {
      name: 'parked runs woken, by two processes',
      value: two,
      unit: 'runs/s',
      beside: { name: 'by one', value: one, unit: 'runs/s' },
      ratio: two / one,
      // Two of Node, PostgreSQL, and this.
      ...(cores >= 6 ? { aim: { of: 'ratio', atLeast: 1.6 } as const } : {}),
      note: `${runs} runs; ${cores} cores${cores >= 6 ? '' : ', which one process and PostgreSQL already fill'}`,
    },
  ]
}
