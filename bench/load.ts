import autocannon from 'autocannon'
import { startBareServer } from './bare-server.ts'
import { processorSeconds } from './processor-time.ts'
import type { ServerUnderTest } from './server-under-test.ts'

export interface Request {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface Rates {
  /** Answered requests per second, of our server and of the bare server. */
  ours: number
  bare: number
  /** Median and 99th percentile of ours, in milliseconds. */
  p50: number
  p99: number
  bytes: number
  /** Processor time of one request, in milliseconds: ours in Node and in PostgreSQL, and the bare server's. */
  processorMs: { node: number; postgres: number; bare: number }
}

const headersNotToRepeat = ['connection', 'keep-alive', 'transfer-encoding', 'date', 'set-cookie']

/** Sends the same request at full load to our server and to a bare server with the same response: bare, ours, bare. */
export async function measureRates(server: ServerUnderTest, request: Request, { connections = 16, seconds = 8 } = {}): Promise<Rates> {
  const sample = await fetch(request.url, { ...request })
  const body = await sample.text()
  if (!sample.ok) throw new Error(`${request.url}: ${sample.status} ${body.slice(0, 300)}`)
  const headers = Object.fromEntries([...sample.headers].filter(([name]) => !headersNotToRepeat.includes(name)))
  const bare = await startBareServer({ status: sample.status, headers, body })
  const shoot = async (url: string, duration: number) => {
    const result = await autocannon({ ...request, url, connections, duration })
    if (result.non2xx + result.errors + result.timeouts > 0)
      throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors, ${result.timeouts} time-outs under load`)
    return { total: result['2xx'], rate: result['2xx'] / result.duration, latency: result.latency }
  }
  try {
    await shoot(request.url, 2)
    await shoot(bare.url, 1)
    const bareBefore = processorSeconds(bare.pid)
    const first = await shoot(bare.url, seconds / 2)
    const before = server.processorTime()
    const ours = await shoot(request.url, seconds)
    const after = server.processorTime()
    const second = await shoot(bare.url, seconds / 2)
    const bareSeconds = processorSeconds(bare.pid) - bareBefore
    return {
      ours: ours.rate,
      bare: (first.rate + second.rate) / 2,
      p50: ours.latency.p50,
      p99: ours.latency.p99,
      processorMs: {
        node: ((after.node - before.node) / ours.total) * 1_000,
        postgres: ((after.postgres - before.postgres) / ours.total) * 1_000,
        bare: (bareSeconds / (first.total + second.total)) * 1_000,
      },
      bytes: Buffer.byteLength(body),
    }
  } finally {
    bare.stop()
  }
}
