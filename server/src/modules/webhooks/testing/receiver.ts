import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedCall {
  path: string
  headers: IncomingHttpHeaders
  body: string
  atMs: number
}

export type Respond = (response: ServerResponse, call: ReceivedCall) => void

export interface Receiver {
  url: string
  /** In the order of their arrival. */
  calls: ReceivedCall[]
  /** How a path answers from now on; 200 unless set. */
  respondAt(path: string, respond: Respond): void
  of(path: string): ReceivedCall[]
  close(): void
}

/** An HTTP server that keeps what it gets and answers as a test says. */
export async function startReceiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = []
  const responders = new Map<string, Respond>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const call = { path, headers: request.headers, body: Buffer.concat(chunks).toString(), atMs: performance.now() }
      calls.push(call)
      const respond = responders.get(path)
      if (respond) respond(response, call)
      else response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    respondAt: (path, respond) => void responders.set(path, respond),
    of: (path) => calls.filter((call) => call.path === path),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
