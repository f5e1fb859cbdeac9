import pg from 'pg'
import type { Announcements } from '../db/announcements.ts'
import { announce } from '../db/database.ts'
import type { OrgTx, AuthTx, SystemTx } from '../db/database.ts'
import type { Log } from '../log.ts'

const channel = 'imperium'

/** Messages between processes, sent after the commit. Ids only, never content. */
export type Signal =
  | { kind: 'run'; orgId: string; runId: string }
  | { kind: 'cancel'; orgId: string; runId: string }
  | { kind: 'access'; userId: string }
  | { kind: 'api-key'; orgId: string }
  | { kind: 'notification'; orgId: string; userId: string }
  | { kind: 'job'; queue: string }
  /** Rows of a leased table are due. */
  | { kind: 'due'; table: string }
  /** A workflow run changed; `ready`: a worker may process it. */
  | { kind: 'workflow-run'; orgId: string; runId: string; ready: boolean }
  /** What starts runs from outside changed (published, paused, deleted). */
  | { kind: 'workflow-triggers'; orgId: string }
  /** The numbers of a campaign changed; at most twice a second each. */
  | { kind: 'campaign'; orgId: string; campaignId: string }

/** Sends a signal to every process when this transaction has committed. */
export async function signal(tx: OrgTx | AuthTx | SystemTx, message: Signal): Promise<void> {
  announce(tx, message)
}

export interface Live {
  /** Calls `listener` for every signal; returns the function that stops it. */
  on(listener: (message: Signal) => void): () => void
  /** Calls `listener` after the connection was lost and found again, when signals may have been missed. */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}

/** Receives from this process directly and from the others on one dedicated connection, which reconnects by itself. */
export async function listen(connection: pg.ClientConfig, announcements: Announcements, log: Log): Promise<Live> {
  const listeners = new Set<(message: Signal) => void>()
  const gapListeners = new Set<() => void>()
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const tell = (message: Signal) => {
    for (const listener of listeners) listener(message)
  }
  const off = announcements.on((message) => tell(message as Signal))
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 5_000, application_name: 'imperium_live' })
    next.on('notification', ({ payload }) => {
      const { from, ...message } = JSON.parse(payload ?? '{}') as Signal & { from?: string }
      // This process's own was already delivered locally.
      if (from !== announcements.from) tell(message)
    })
    const lost = (error?: Error) => {
      if (closed || client !== next) return
      client = undefined
      log.warn({ err: error }, 'the listening connection was lost')
      scheduleRetry()
    }
    next.on('error', lost)
    next.on('end', () => lost())
    await next.connect()
    await next.query(`listen ${channel}`)
    client = next
  }
  const scheduleRetry = () => {
    retry = setTimeout(() => {
      connect().then(
        () => gapListeners.forEach((listener) => listener()),
        (error: unknown) => {
          log.debug({ err: error }, 'listening failed, trying again')
          if (!closed) scheduleRetry()
        },
      )
    }, 1_000)
  }
  await connect()
  return {
    on: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onGap: (listener) => {
      gapListeners.add(listener)
      return () => void gapListeners.delete(listener)
    },
    close: async () => {
      closed = true
      off()
      clearTimeout(retry)
      await client?.end()
    },
  }
}
