// Baseline: a bare `node:http` server that answers every request with the same bytes. `startBareServer` runs it as its own process.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Result {
  status: number
  headers: Record<string, string>
  body: string
}

export interface BareServer {
  url: string
  pid: number
  stop(): void
}

/** Starts the baseline server with the response that it sends to every request. */
export function startBareServer(reply: Result): Promise<BareServer> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(reply)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('the bare server ended')))
    child.once('message', (port) =>
      resolve({ url: `http://127.0.0.1:${Number(port)}`, pid: child.pid ?? 0, stop: () => void child.kill() }),
    )
  })
}

if (import.meta.main) {
  process.once('message', ({ status, headers, body }: Result) => {
    const server = createServer((request, response) => {
      // A body that is sent is read, as any server would.
      request.resume().once('end', () => response.writeHead(status, headers).end(body))
    })
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  })
  process.once('disconnect', () => process.exit())
}
