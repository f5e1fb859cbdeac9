import { expect } from 'vitest'
import type { RunDetail, RunEvent } from '@imperium/contract/runs.ts'
import type { AiModelConfig, AiProvider } from '@imperium/contract/ai-models.ts'
import { priceFor } from '../platform/llm/prices.ts'
import type { TestApp, TestUser } from './test-app.ts'

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Polls until `look` returns a value. */
export async function until<T>(look: () => Promise<T | undefined | null | false>, timeoutMs = 25_000): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error('it did not come to pass in time')
    await pause(15)
  }
}

/** Invented; looks like a provider's key so that a leak is detected. */
export const runKey = ['sk', 'runs', '0123456789abcdef', 'secret'].join('-')

/** Shortcuts to agents and runs, as one user. */
export function runsOf(t: TestApp, user: TestUser) {
  const { token } = user
  const post = <T>(path: string, body?: unknown, headers?: Record<string, string>) =>
    t.call<T>('POST', path, { token, ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) })
  const read = async (runId: string): Promise<RunDetail> => (await t.call<RunDetail>('GET', `/api/runs/${runId}`, { token })).body.data
  const start = async (agentId: string, input: unknown): Promise<string> => {
    const { status, body } = await post<{ runId: string }>(`/api/agents/${agentId}/execute`, { input })
    expect(status, JSON.stringify(body)).toBe(202)
    return body.data.runId
  }
  const ended = (runId: string, timeoutMs?: number): Promise<RunDetail> =>
    until(async () => {
      const run = await read(runId)
      return ['completed', 'failed', 'cancelled'].includes(run.status) && run
    }, timeoutMs)
  return {
    read,
    start,
    ended,
    agent: async (body: object = {}): Promise<string> => {
      const response = await post<{ id: string }>('/api/agents', { name: 'Runner', type: 'SALES', ...body })
      expect(response.status, JSON.stringify(response.body)).toBe(201)
      return response.body.data.id
    },
    run: async (agentId: string, input: unknown): Promise<RunDetail> => ended(await start(agentId, input)),
    cancel: (runId: string) => post<{ status: string }>(`/api/runs/${runId}/cancel`),
    events: async (runId: string): Promise<RunEvent[]> =>
      (
        await t.owner.query<{ payload: RunEvent; seq: number }>('select seq, payload from app.run_events where run_id = $1 order by seq', [
          runId,
        ])
      ).rows.map((row) => row.payload),
    /** Sums of the meter of one agent. */
    metered: async (agentId: string) => {
      const { rows } = await t.owner.query<Record<string, string>>(
        `select sum(runs) runs, sum(completed) completed, sum(failed) failed, sum(cancelled) cancelled, sum(model_calls) "modelCalls", sum(tool_calls) "toolCalls",
           sum(input_tokens) "inputTokens", sum(output_tokens) "outputTokens", sum(cost_micros) "costMicros", sum(mails) mails from app.usage where agent_id = $1`,
        [agentId],
      )
      return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]))
    },
    /** A configuration of a model that a local OpenAI server serves. */
    serveModel: async (baseUrl: string, modelId = 'fake-model', config: object = {}, switches: object = {}): Promise<string> => {
      const code = `fake-${modelId.replaceAll('.', '-')}`
      const provider = await post<AiProvider>('/api/ai-models/providers', {
        code,
        name: code,
        displayName: 'Fake',
        apiBaseUrl: baseUrl,
        supportsFunctionCalling: true,
        ...switches,
      })
      expect(provider.status, JSON.stringify(provider.body)).toBe(201)
      const made = await post<AiModelConfig>('/api/ai-models/configs', {
        providerId: provider.body.data.id,
        modelId,
        displayName: 'Fake model',
        apiKey: runKey,
        maxTokens: 4_000,
        // A model that the price list does not know is called only at a price of its own.
        ...(priceFor(modelId, new Date()) ? {} : { inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 }),
        ...config,
      })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      return made.body.data.id
    },
  }
}

/** A new user with an organization that may have many agents. */
export async function registerOnLargePlan(t: TestApp): Promise<TestUser> {
  const user = await t.register()
  await t.owner.query('update auth.organizations set max_agents = 10000 where id = $1', [user.orgId])
  return user
}
