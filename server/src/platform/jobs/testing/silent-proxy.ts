import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import type { Socket } from 'node:net'
import path from 'node:path'

export interface SilentProxy {
  /** As `host` of a connection. */
  folder: string
  /** From now on nothing passes, and no connection ends: a cable that was pulled. */
  cut(): void
  /** What was sent meanwhile arrives, late. */
  heal(): void
  close(): void
}

/** Stands between a process and PostgreSQL, whose socket lies in `host`. */
export async function startSilentProxy({ host, port }: { host: string; port: number }): Promise<SilentProxy> {
  const folder = mkdtempSync('/var/tmp/imperium-proxy-')
  const sockets = new Set<Socket>()
  let late: (() => void)[] = []
  let isCut = false
  const pass = (act: () => void) => {
    if (isCut) late.push(act)
    else act()
  }
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (chunk) => pass(() => void to.write(chunk)))
    from.on('close', () => pass(() => to.destroy()))
    // The other end is told by `close`.
    from.on('error', () => undefined)
  }
  const server = createServer((client) => {
    const database = createConnection(path.join(host, `.s.PGSQL.${port}`))
    forward(client, database)
    forward(database, client)
  })
  await new Promise<void>((resolve) => server.listen(path.join(folder, `.s.PGSQL.${port}`), resolve))
  return {
    folder,
    cut: () => {
      isCut = true
    },
    heal: () => {
      isCut = false
      for (const act of late.splice(0)) act()
      late = []
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
