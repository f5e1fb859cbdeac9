// An HTTP server that accepts and counts every POST; runs as its own process.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WebhookSink {
  url: string
  count(): Promise<number>
  stop(): void
}

export function startWebhookSink(): Promise<WebhookSink> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const count = () =>
    new Promise<number>((resolve) => {
      child.once('message', (counted) => resolve(Number(counted)))
      child.send('count')
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('message', (port) => resolve({ url: `http://127.0.0.1:${Number(port)}/hook`, count, stop: () => void child.kill() }))
  })
}

if (import.meta.main) {
  let taken = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      taken += 1
      response.end('ok')
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.on('message', () => process.send?.(taken))
  process.once('disconnect', () => process.exit())
}
