import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AiModelConfig, AiProvider, UnknownModelCall } from '@imperium/contract/ai-models.ts'
import type { RunDetail } from '@imperium/contract/runs.ts'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import { sample } from '../../../testing/deep.ts'
import { makeOwnServer, patienceMs } from '../../../testing/own-server.ts'
import type { OwnServer } from '../../../testing/own-server.ts'
import { testPassword } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'

// Real processes, killed with kill -9 while calls of every kind stand at the same point: before they are sent, while the provider has
// them, and before the answer is settled. `crash.test.ts` stops between every two commits of each kind.

let server: OwnServer
let fake: FakeOpenAi
/** The provider answers, or keeps its requests. */
let isAnswering = true
let asked = 0
const usage = { prompt: 100, completion: 10 }
/** Of `usage` at gpt-4, and of nothing for vectors of short texts. */
const costMicros = 100 * 30 + 10 * 60

beforeAll(async () => {
  fake = await startFakeOpenAi({
    script: () => {
      asked += 1
      return isAnswering ? { text: '{}', usage } : { text: '{}', usage, delayMs: 120_000 }
    },
  })
  server = await makeOwnServer('spend-kill', { EGRESS_ALLOW: '127.0.0.1', SHUTDOWN_GRACE_MS: '1000' })
})
afterAll(async () => {
  await server.close()
  await fake.close()
})

const points = [
  { at: 'before it is sent', stops: 'before update', state: 'reserved', isAnswered: true },
  { at: 'while the provider has it', stops: null, state: 'sent', isAnswered: false },
  { at: 'before the answer is settled', stops: 'before delete', state: 'sent', isAnswered: true },
] as const

const lock = 4711
/** Holds every statement of this kind on the calls, until `letGo` ends those that wait: their process is gone. */
async function hold(owner: Client, stops: string): Promise<() => Promise<void>> {
  await owner.query(`select pg_advisory_lock(${lock})`)
  await owner.query(`
    create or replace function app.hold_call() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${lock}); return coalesce(new, old); end $$;
    create trigger hold_call ${stops} on app.model_calls for each row execute function app.hold_call()`)
  return async () => {
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'advisory' and pid <> pg_backend_pid()`)
    await owner.query('drop trigger hold_call on app.model_calls')
    await owner.query(`select pg_advisory_unlock(${lock})`)
  }
}

const statesOf = async (owner: Client) => {
  const { rows } = await owner.query<{ status: string }>('select status from app.model_calls order by status')
  const all = rows.map(({ status }) => status)
  return { open: all.filter((status) => status !== 'unknown'), unknown: all.filter((status) => status === 'unknown').length }
}
const spent = async (owner: Client) =>
  (
    await owner.query<{ calls: number; micros: number }>(
      'select coalesce(sum(model_calls), 0)::int calls, coalesce(sum(cost_micros), 0)::int micros from app.usage',
    )
  ).rows[0] ?? { calls: 0, micros: 0 }

async function setUp(): Promise<string> {
  await server.start()
  const person = { email: 'kim@example.com', firstName: 'Kim', lastName: 'Kay', organizationName: 'Spent', password: testPassword }
  server.token = (await server.call<{ token: string }>('POST', '/api/auth/register', person)).token
  const provider = { code: 'fake', name: 'fake', displayName: 'Fake', apiBaseUrl: fake.url, supportsFunctionCalling: true }
  const { id: providerId } = await server.call<AiProvider>('POST', '/api/ai-models/providers', provider)
  const model = {
    providerId,
    modelId: 'gpt-4',
    displayName: 'Model',
    apiKey: 'sk-fake-0123456789abcdef',
    maxTokens: 1_000,
    isDefault: true,
  }
  await server.call<AiModelConfig>('POST', '/api/ai-models/configs', model)
  const agent = { name: 'Spender', type: 'SALES', config: { model: 'gpt-4', maxTokens: 500, systemPrompt: 'x' } }
  return (await server.call<{ id: string }>('POST', '/api/agents', agent)).id
}

test('a budget is right after kill -9, wherever the calls of runs and questions stood', { timeout: patienceMs }, async () => {
  const agentId = await setUp()
  let lost = 0
  for (const { at, stops, state, isAnswered } of sample('kills of spend', points, 1)) {
    isAnswering = isAnswered
    const runId = await server.withDatabase(async (owner) => {
      const letGo = stops === null ? undefined : await hold(owner, stops)
      const before = asked
      const run = await server.call<{ runId: string }>('POST', `/api/agents/${agentId}/execute`, { input: 'Go' })
      // Its client is cut off with it.
      void server.call('POST', '/api/agents/propose', { text: 'answers questions' }).catch(() => undefined)
      const standing = async () => {
        const { open } = await statesOf(owner)
        return open.join() === `${state},${state}` && asked - before === (state === 'reserved' ? 0 : 2)
      }
      await until(standing, patienceMs)
      await server.stop('SIGKILL')
      await letGo?.()
      return run.runId
    })
    isAnswering = true
    await server.start()
    await until(async () => (await server.call<RunDetail>('GET', `/api/runs/${runId}`)).finishedAt !== null, patienceMs)
    await server.withDatabase(async (owner) => {
      await until(async () => (await statesOf(owner)).open.length === 0, patienceMs)
      // Not sent: free. Sent: charged as reserved, and shown.
      lost += state === 'reserved' ? 0 : 2
      expect([at, (await statesOf(owner)).unknown]).toEqual([at, lost])
      expect(await server.call<UnknownModelCall[]>('GET', '/api/ai-models/unknown-calls')).toHaveLength(lost)
    })
  }
  // All that was ever charged: each answer that was settled at its cost, and each call of unknown outcome as it was reserved.
  await server.withDatabase(async (owner) => {
    const { calls, micros } = await spent(owner)
    const { rows } = await owner.query<{ micros: number; calls: number }>(
      "select coalesce(sum(reserved_micros), 0)::int micros, count(*)::int calls from app.model_calls where status = 'unknown'",
    )
    const settled = calls - (rows[0]?.calls ?? 0)
    expect([settled, micros]).toEqual([settled, (rows[0]?.micros ?? 0) + settled * costMicros])
    expect(settled).toBeGreaterThan(0)
  })
})
