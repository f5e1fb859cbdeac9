import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Receiver of a workflow's effects: counts them by Idempotency-Key. */
export interface World {
  url: string
  seen: Map<string, number>
  stop(): Promise<void>
}

/** Responds after some milliseconds, so that a killed process often leaves an effect in flight. */
export async function startWorld(): Promise<World> {
  const seen = new Map<string, number>()
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const key = String(request.headers['idempotency-key'] ?? '')
      seen.set(key, (seen.get(key) ?? 0) + 1)
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'), Math.random() * 15)
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
