import pg from 'pg'
import type { Announcements } from '../db/announcements.ts'
import { announce } from '../db/database.ts'
import type { OrgTx, AuthTx, SystemTx } from '../db/database.ts'
import type { Log } from '../log.ts'

const channel = 'imperium'

/** A message between processes, sent after the commit. Ids only, never content. */
export interface SignalMessage {
  readonly kind: string
}

/** Makes the messages of one kind; their listeners name it. */
export interface Signal<P extends object> {
  (payload: P): P & SignalMessage
  readonly kind: string
}

const kinds = new Set<string>()

/** A kind of signal, declared once by the module that sends it. Throws for a kind that is declared twice. */
export function defineSignal<P extends object>(kind: string): Signal<P> {
  if (kinds.has(kind)) throw new TypeError(`The signal ${kind} is declared twice.`)
  kinds.add(kind)
  return Object.assign((payload: P) => ({ kind, ...payload }), { kind })
}

/** Sends a signal to every process when this transaction has committed. */
export async function signal(tx: OrgTx | AuthTx | SystemTx, message: SignalMessage): Promise<void> {
  announce(tx, message)
}

export interface Live {
  /** Calls `listener` for every signal of this kind; returns the function that stops it. */
  on<P extends object>(signal: Signal<P>, listener: (message: P) => void): () => void
  /** Calls `listener` after the connection was lost and found again, when signals may have been missed. */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}

/** Receives from this process directly and from the others on one dedicated connection, which reconnects by itself. */
export async function listen(connection: pg.ClientConfig, announcements: Announcements, log: Log): Promise<Live> {
  const listenersByKind = new Map<string, Set<(message: never) => void>>()
  const gapListeners = new Set<() => void>()
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const report = (message: SignalMessage) => {
    for (const listener of listenersByKind.get(message.kind) ?? []) listener(message as never)
  }
  const off = announcements.on((message) => report(message as SignalMessage))
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 5_000, application_name: 'imperium_live' })
    next.on('notification', ({ payload }) => {
      const { from, ...message } = JSON.parse(payload ?? '{}') as SignalMessage & { from?: string }
      // This process's own was already delivered locally.
      if (from !== announcements.from) report(message)
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
    on: ({ kind }, listener) => {
      const listeners = listenersByKind.get(kind) ?? new Set()
      listenersByKind.set(kind, listeners.add(listener))
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
