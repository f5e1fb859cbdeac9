import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer {
  /** Without a slash at the end. */
  url: string
  stop(): Promise<void>
}

/** Starts a server on a free local port; its handler may need the address first. */
export async function listenLocally(makeHandler: (url: string) => RequestListener): Promise<LocalServer> {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('request', makeHandler(url))
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
