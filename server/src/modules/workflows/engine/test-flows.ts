import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { newId } from '../../../platform/ids.ts'
import { claimDue } from '../../../platform/leases/lease-store.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { testDefinition } from '../core/test-programs.ts'
import type { StartRequest } from './engine.ts'
import { liveRuns, fillInUpdates } from './live-runs-store.ts'
import type { LiveRun } from './live-runs-store.ts'

/** A published workflow, straight into the tables: tests of the engine need many. */
export async function publish(t: Pick<TestApp, 'owner'>, orgId: string, definition: WorkflowDefinition, name = 'Flow'): Promise<string> {
  const id = newId()
  const text = JSON.stringify(definition)
  await t.owner.query(
    `insert into app.workflows (org_id, id, name, description, status, draft, version, created_by) values ($1, $2, $3, '', 'active', $4, 1, 'Test')`,
    [orgId, id, name, text],
  )
  await t.owner.query(
    `insert into app.workflow_versions (org_id, workflow_id, version, definition, published_by) values ($1, $2, 1, $3, 'Test')`,
    [orgId, id, text],
  )
  return id
}

export const flow = testDefinition

export const byHand = (workflowId: string, input: Json = {}, more: Partial<StartRequest> = {}): StartRequest => ({
  workflowId,
  version: 1,
  trigger: 'manual',
  input,
  triggeredBy: 'Test',
  triggeredByUser: null,
  ...more,
})

export interface RunRow {
  id: string
  status: string
  error: { code: string; message: string } | null
  error_step: string | null
  output: Json
  cost_micros: string
}

export interface StepRow {
  seq: number
  step_id: string
  scope: string
  attempt: number
  status: string
  port: string | null
  output: Json
  repeats: number
  error: { code: string; message: string } | null
}

/** Helpers that read runs. */
export const runsIn = (t: Pick<TestApp, 'owner'>, user: Pick<TestUser, 'orgId'>) => ({
  read: async (id: string): Promise<RunRow> => {
    const { rows } = await t.owner.query<RunRow>('select * from app.workflow_runs where org_id = $1 and id = $2', [user.orgId, id])
    if (!rows[0]) throw new Error(`there is no run ${id}`)
    return rows[0]
  },
  steps: async (id: string): Promise<StepRow[]> =>
    (await t.owner.query<StepRow>('select * from app.workflow_steps where org_id = $1 and run_id = $2 order by seq', [user.orgId, id]))
      .rows,
  live: async (id: string): Promise<{ status: string; epoch: number; crashes: number } | undefined> =>
    (await t.owner.query('select status, epoch, crashes from app.workflow_live where org_id = $1 and run_id = $2', [user.orgId, id]))
      .rows[0],
})

export const isEnded = ({ status }: { status: string }): boolean => ['success', 'failed', 'cancelled'].includes(status)

/** A server that counts requests by their Idempotency-Key and responds as configured. */
export async function startWorld(
  reply: (path: string, body: string, tries: number) => { status: number; body?: Json; afterMs?: number } | 'cut' = () => ({
    status: 200,
    body: { ok: true },
  }),
) {
  const seen = new Map<string, { path: string; times: number }>()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const key = String(request.headers['idempotency-key'] ?? '')
      const entry = seen.get(key) ?? { path: request.url ?? '', times: 0 }
      entry.times += 1
      seen.set(key, entry)
      const output = reply(request.url ?? '', body, entry.times)
      if (output === 'cut') {
        request.socket.destroy()
        return
      }
      const send = () => response.writeHead(output.status, { 'content-type': 'application/json' }).end(JSON.stringify(output.body ?? {}))
      if (output.afterMs) setTimeout(send, output.afterMs)
      else send()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Claims runs as a worker does. */
export const claimLive = (
  t: Pick<TestApp, 'platform'>,
  { owner, most, now = new Date(), fairAfter = null }: { owner: string; most: number; now?: Date; fairAfter?: string | null },
): Promise<LiveRun[]> =>
  t.platform.db.withSystem(async (tx) => {
    const { items } = await claimDue(tx, liveRuns, { owner, now, most, fairAfter, perOrganization: 1_000, inFlight: new Map() })
    await fillInUpdates(tx, items)
    return items
  })
