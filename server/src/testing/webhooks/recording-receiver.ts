// A receiver of webhooks in its own process that answers 200 and records what it gets.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  calls: number
  /** By the number in the body: how many copies came, and under how many ids. */
  numbers: Record<string, { copies: number; ids: number }>
}

export interface RecordingReceiver {
  url: string
  count(): Promise<number>
  report(): Promise<Received>
  stop(): void
}

export async function startRecordingReceiver(): Promise<RecordingReceiver> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // One request at a time: responses arrive in order.
  let last: Promise<unknown> = Promise.resolve()
  const request = <T>(what: string): Promise<T> => {
    const next = last.then(
      () =>
        new Promise<T>((resolve) => {
          child.once('message', (reply) => resolve(reply as T))
          child.send(what)
        }),
    )
    last = next
    return next
  }
  const port = await request<number>('port')
  return {
    url: `http://127.0.0.1:${port}/hook`,
    count: () => request<number>('count'),
    report: () => request<Received>('report'),
    stop: () => void child.kill(),
  }
}

if (import.meta.main && process.send) {
  let calls = 0
  const numbers = new Map<string, { copies: number; ids: Set<string> }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      calls += 1
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { number?: number } }
      const entry = numbers.get(String(data.number)) ?? { copies: 0, ids: new Set() }
      entry.copies += 1
      entry.ids.add(String(request.headers['webhook-id']))
      numbers.set(String(data.number), entry)
      response.end('ok')
    })
  })
  server.keepAliveTimeout = 60_000
  const listening = new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
  const report = () => ({
    calls,
    numbers: Object.fromEntries([...numbers].map(([number, { copies, ids }]) => [number, { copies, ids: ids.size }])),
  })
  process.on('message', (what) => {
    if (what === 'port') void listening.then((port) => process.send?.(port))
    else process.send?.(what === 'count' ? calls : report())
  })
  process.once('disconnect', () => process.exit())
}
