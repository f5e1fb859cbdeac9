import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../platform/ids.ts'
import { openCampaignServer, until } from '../campaigns/campaign-server.ts'
import type { CampaignServer } from '../campaigns/campaign-server.ts'
import { startWorld } from './world.ts'
import type { World } from './world.ts'

export interface CrashPlan {
  runs: number
  /** kill -9 of a process at random, evenly over the runs: the server, or one of the workers. */
  kills?: number
  /** Power cuts of PostgreSQL beside the running processes. */
  postgresCuts?: number
  terms?: number
  /** Times that a worker is frozen past its leases and continues. */
  freezes?: number
  /** The database's clock jumps by two hours, as its leases and timers see it. */
  clockJumps?: number
  workers?: number
  timeoutMs: number
}

export interface CrashResult {
  runs: number
  statuses: Record<string, number>
  /**
   * Effects that the history reports as done, those that the receiver never saw, and those that it saw more often than the history reports.
   */
  effects: number
  lost: number
  uncounted: number
  /** Second copies under the same identity, each of them counted by the history. */
  repeats: number
  /** Effects that the world saw and the history does not know. */
  strangers: number
  /** Unknown outcomes, until they were decided. */
  unknown: number
  quarantined: number
  seconds: number
}

const effectsOfOne = 6

/** Ten steps: effects that may be repeated and some that may not, conditions, fields, a loop and a delay between them. */
const definitionFor = (url: string) => {
  const call = (id: string, whenUnknown: 'repeat' | 'hold') => ({
    id,
    name: id,
    type: 'http',
    retry: {
      attempts: 3,
      delaySeconds: 0,
    },
    config: {
      method: 'POST',
      url: `${url}/${id}`,
      bodyType: 'json',
      json: { n: '{{ trigger.n }}' },
      whenUnknown,
    },
  })
  return {
    steps: [
      { id: 'start', name: 'start', type: 'trigger_manual' },
      { id: 'fields', name: 'fields', type: 'set', config: { values: [{ name: 'n', value: '{{ trigger.n }}' }] } },
      call('first', 'repeat'),
      {
        id: 'even',
        name: 'even',
        type: 'condition',
        config: { rules: [{ left: '{{ steps.first.status }}', operator: 'equals', right: 200 }] },
      },
      call('second', 'hold'),
      { id: 'rest', name: 'rest', type: 'delay', config: { mode: 'for', for: { amount: 0.3, unit: 'seconds' } } },
      { id: 'each', name: 'each', type: 'loop', config: { items: [1, 2], mode: 'parallel', limit: 2 } },
      call('inner', 'repeat'),
      call('third', 'hold'),
      call('last', 'repeat'),
    ],
    edges: [
      'start fields',
      'fields first',
      'first even',
      'even:yes second',
      'second rest',
      'rest each',
      'each:each inner',
      'each:done third',
      'third last',
    ].map((edge) => {
      const [source = '', to] = edge.split(' ')
      const [from, port = 'next'] = source.split(':')
      return { from, port, to }
    }),
    settings: {},
  }
}

async function arrange(server: CampaignServer, url: string): Promise<string> {
  const id = newId()
  const text = JSON.stringify(definitionFor(url))
  await server.query(
    `insert into app.workflows (org_id, id, name, description, status, draft, version, created_by) values ($1, $2, 'Crash', '', 'active', $3, 1, 'Kim')`,
    [server.orgId, id, text],
  )
  await server.query(
    `insert into app.workflow_versions (org_id, workflow_id, version, definition, published_by) values ($1, $2, 1, $3, 'Kim')`,
    [server.orgId, id, text],
  )
  return id
}

/** Over every loss of the server; the same key starts one run. */
async function post(server: CampaignServer, path: string, body: object, key = newId()): Promise<boolean> {
  return until(
    async () => {
      try {
        const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', 'idempotency-key': key }
        const response = await fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
        return response.status < 500
      } catch {
        // The server is being killed: the same again.
        return false
      }
    },
    120_000,
    100,
  )
}

/** Starts many runs while the plan kills, freezes and stops processes; returns the counts. */
export async function crashWorkflow(plan: CrashPlan): Promise<CrashResult> {
  const world = await startWorld()
  const server = await openCampaignServer({
    EGRESS_ALLOW: '127.0.0.1',
    SHUTDOWN_GRACE_MS: '5000',
    ...Object.fromEntries(['API_PER_HOUR', 'APP_PER_MINUTE'].map((of) => [`RATE_LIMIT_${of}`, '1000000000'])),
  })
  const stop = new AbortController()
  try {
    const workflowId = await arrange(server, world.url)
    const startedAt = performance.now()
    const deciding = decideAll(server, world, stop.signal)
    let left = plan.runs
    const poster = async () => {
      while (left-- > 0) await post(server, `/workflows/${workflowId}/run`, { input: { n: left } })
    }
    await Promise.all([...Array.from({ length: 8 }, poster), disturb(plan, server, world)])
    await until(async () => (await countOpen(server)) === 0, plan.timeoutMs, 200)
    stop.abort()
    return { ...(await compare(server, world)), ...(await deciding), runs: plan.runs, seconds: (performance.now() - startedAt) / 1_000 }
  } finally {
    stop.abort()
    await server.close()
    await world.stop()
  }
}

const countOpen = async (server: CampaignServer): Promise<number> =>
  (await server.query<{ n: number }>('select count(*)::int n from app.workflow_live'))[0]?.n ?? 0

/** Decides unknown outcomes by what the receiver saw, and resumes quarantined runs. */
async function decideAll(server: CampaignServer, world: World, signal: AbortSignal): Promise<{ unknown: number; quarantined: number }> {
  const decided = new Set<string>()
  const resumed = new Set<string>()
  while (!signal.aborted) {
    const rows = await server.query<{ run_id: string; seq: number; identity: string }>(
      `select s.run_id, s.seq, s.identity from app.workflow_steps s join app.workflow_live l using (org_id, run_id) where s.status = 'unknown' and l.status = 'waiting'`,
    )
    for (const { run_id: runId, seq, identity } of rows) {
      const body = world.seen.has(identity) ? { decision: 'done', output: { status: 200 } } : { decision: 'again' }
      await post(server, `/workflow-runs/${runId}/steps/${seq}/decide`, body)
      decided.add(identity)
    }
    for (const { run_id: runId } of await server.query<{ run_id: string }>(
      "select run_id from app.workflow_live where status = 'quarantined'",
    )) {
      await post(server, `/workflow-runs/${runId}/resume`, {})
      resumed.add(runId)
    }
    await pause(300)
  }
  return { unknown: decided.size, quarantined: resumed.size }
}

/** Runs the planned disturbances, each at its position between the first effect and the last. */
async function disturb(plan: CrashPlan, server: CampaignServer, world: World): Promise<void> {
  const workers: ChildProcess[] = []
  for (let at = 0; at < (plan.workers ?? 0); at++) workers.push(await server.startWorker())
  const spread = (count: number, blow: () => Promise<void>) =>
    Array.from({ length: count }, (_, at) => ({ at: ((at + 0.5) / count) * 0.9, blow }))
  const blows = [
    ...spread(plan.kills ?? 0, async () => {
      const victim = Math.floor(Math.random() * (workers.length + 1))
      if (victim === workers.length) {
        await server.kill('SIGKILL')
        await server.start()
      } else {
        workers[victim]?.kill('SIGKILL')
        workers[victim] = await server.startWorker()
      }
    }),
    ...spread(plan.terms ?? 0, async () => {
      const code = await server.kill('SIGTERM')
      if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}`)
      await server.start()
    }),
    ...spread(plan.postgresCuts ?? 0, async () => {
      server.killPostgres()
      await server.query('select 1')
    }),
    ...spread(plan.freezes ?? 0, async () => {
      workers[0]?.kill('SIGSTOP')
      await pause(24_000)
      workers[0]?.kill('SIGCONT')
    }),
    ...spread(plan.clockJumps ?? 0, async () => {
      await server.query(
        "update app.workflow_live set lease_until = lease_until - interval '2 hours', wake_at = wake_at - interval '2 hours' where lease_until is not null or wake_at < now() + interval '1 day'",
      )
    }),
  ].toSorted((a, b) => a.at - b.at)
  for (const { at, blow } of blows) {
    await until(async () => world.seen.size >= at * plan.runs * effectsOfOne, plan.timeoutMs, 5)
    await blow()
  }
}

async function compare(server: CampaignServer, world: World): Promise<Omit<CrashResult, 'runs' | 'seconds' | 'unknown' | 'quarantined'>> {
  const statuses = await server.query<{ status: string; n: number }>('select status, count(*)::int n from app.workflow_runs group by 1')
  const steps = await server.query<{ identity: string; status: string; repeats: number }>(
    "select identity, status, repeats from app.workflow_steps where type = 'http'",
  )
  const known = new Set(steps.map(({ identity }) => identity))
  const timesOf = (identity: string) => world.seen.get(identity) ?? 0
  const done = steps.filter(({ status }) => status === 'success')
  return {
    statuses: Object.fromEntries(statuses.map((row) => [row.status, row.n])),
    effects: done.length,
    lost: done.filter(({ identity }) => timesOf(identity) === 0).length,
    uncounted: steps.filter(({ identity, repeats, status }) => status !== 'unknown' && timesOf(identity) > 1 + repeats).length,
    repeats: [...world.seen.values()].reduce((sum, times) => sum + times - 1, 0),
    strangers: [...world.seen.keys()].filter((identity) => !known.has(identity)).length,
  }
}
