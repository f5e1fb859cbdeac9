import { Agent, request } from 'node:http'
import { median, percentile } from './figure.ts'
import type { Figure } from './figure.ts'
import { startModelServer } from './model-server.ts'
import type { ModelServer } from './model-server.ts'
import type { Client, ServerUnderTest } from './server-under-test.ts'

/** Roughly a fast model: 200 ms to the first token, then 200 ms of text. */
const reply = { delayMs: 200, chunkDelayMs: 20, pieces: 8, text: 'An answer of a few words, as short ones are. '.repeat(4) }
const perConnection = { one: 40, fifty: 10 }

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

const firstPiece = 'An answer'

/** Milliseconds from sending a request. */
interface Timed {
  firstToken: number
  end: number
}

/** Sends a JSON request and reads its stream to the end. */
function timeStream(url: string, headers: Record<string, string>, body: object, lastWords: string): Promise<Timed> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } }, (response) => {
      let tail = ''
      let firstToken = 0
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        tail = (tail + chunk).slice(-4_000)
        if (firstToken === 0 && tail.includes(firstPiece)) firstToken = performance.now() - startedAt
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode && response.statusCode < 300 && tail.includes(lastWords) && firstToken > 0)
          resolve({ firstToken, end: performance.now() - startedAt })
        else reject(new Error(`${url}: ${response.statusCode} ${tail.slice(-500)}`))
      })
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

/** Runs `loops` concurrent loops, each with `times` calls in sequence. */
async function measure(loops: number, times: number, callOnce: () => Promise<Timed>): Promise<Timed[]> {
  const loop = async () => {
    const taken: Timed[] = []
    for (let index = 0; index < times; index++) taken.push(await callOnce())
    return taken
  }
  return (await Promise.all(Array.from({ length: loops }, loop))).flat()
}

/** Creates an agent that uses the given model server; returns its id. */
export async function makeAgent(client: Client, model: ModelServer): Promise<string> {
  const provider = await client.call<{ id: string }>('POST', '/ai-models/providers', {
    code: 'bench',
    name: 'bench',
    displayName: 'Bench',
    adapter: 'openai-compatible',
    apiBaseUrl: model.url,
  })
  await client.call('POST', '/ai-models/configs', {
    providerId: provider.id,
    modelId: 'fake-model',
    inputMicrosPerMillion: 0,
    outputMicrosPerMillion: 0,
    displayName: 'Bench',
    apiKey: 'none',
    maxTokens: 4000,
  })
  const { id } = await client.call<{ id: string }>('POST', '/agents', {
    name: 'Bench agent',
    type: 'ANALYTICS',
    config: { model: 'fake-model' },
  })
  return id
}

/** What a durable run adds to a direct call of the same model server, from the POST to the end of its event stream. */
export async function benchRunOverhead(server: ServerUnderTest): Promise<Figure[]> {
  const model = await startModelServer(reply)
  try {
    const client = await server.register()
    const id = await makeAgent(client, model)
    const direct = () =>
      timeStream(
        `${model.url}/chat/completions`,
        { authorization: 'Bearer none' },
        {
          model: 'fake-model',
          stream: true,
          stream_options: { include_usage: true },
          messages: [{ role: 'user', content: 'How are sales?' }],
        },
        '[DONE]',
      )
    const run = () =>
      timeStream(
        `${server.url}/api/agents/${id}/execute`,
        { authorization: `Bearer ${client.token}`, accept: 'text/event-stream' },
        { input: 'How are sales?' },
        '"status":"completed"',
      )
    await measure(10, 5, run)
    const figures: Figure[] = []
    for (const [loops, times] of [
      [1, perConnection.one],
      [50, perConnection.fifty],
    ] as const) {
      const calls = await measure(loops, times, direct)
      const runs = await measure(loops, times, run)
      const called = calls.map(({ end }) => end)
      const ran = runs.map(({ end }) => end)
      const firstOf = (timed: Timed[]) => median(timed.map(({ firstToken }) => firstToken))
      const overhead = median(ran) - median(called)
      figures.push({
        name: `run overhead, ${loops} at once`,
        value: overhead,
        unit: 'ms',
        beside: { name: 'direct call', value: median(called), unit: 'ms' },
        ratio: median(ran) / median(called),
        aim: { of: 'value', atMost: loops === 1 ? 25 : 60 },
        note: `medians of ${ran.length}; a run takes ${median(ran).toFixed(0)} ms, p95 ${percentile(ran, 0.95).toFixed(0)} ms (direct p95 ${percentile(called, 0.95).toFixed(0)} ms)`,
      })
      figures.push({
        name: `time to the first token, ${loops} at once`,
        value: firstOf(runs),
        unit: 'ms',
        beside: { name: 'direct call', value: firstOf(calls), unit: 'ms' },
        ratio: firstOf(runs) / firstOf(calls),
        note: `medians of ${runs.length}; the model waits ${reply.delayMs} ms before it`,
      })
    }
    return figures
  } finally {
    model.stop()
  }
}
