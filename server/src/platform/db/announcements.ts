import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DB } from './types.gen.ts'

const channel = 'imperium'

export interface Announcements {
  /** Id of this process's connection: its own notifications are ignored, because they were delivered locally. */
  readonly from: string
  /** Delivers to this process immediately and to the others by NOTIFY. The transaction must have committed. */
  publish(messages: readonly object[]): void
  /** Calls `listener` with every message of this process; returns the function that stops it. */
  on(listener: (message: object) => void): () => void
  /** Waits until all that was published is sent. */
  settle(): Promise<void>
}

/**
 * NOTIFY serializes the commits of its transactions with their disk flush (one lock for the whole server), so ours goes out after
 * the commit, batched in a statement that waits for no disk. A crash can lose it: listeners also poll.
 */
export function createAnnouncements(db: Kysely<DB>, onError: (error: Error) => void): Announcements {
  const from = randomUUID()
  const listeners = new Set<(message: object) => void>()
  let waiting = new Set<string>()
  let sending: Promise<void> | undefined

  const sendAll = async (): Promise<void> => {
    // One turn of the event loop collects concurrent commits.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.size > 0) {
      const payloads = [...waiting]
      waiting = new Set()
      await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`
        .execute(db)
        .catch(onError)
    }
    sending = undefined
  }

  return {
    from,
    publish: (messages) => {
      for (const message of messages) {
        for (const listener of listeners) listener(message)
        waiting.add(JSON.stringify({ ...message, from }))
      }
      if (waiting.size > 0) sending ??= sendAll()
    },
    on: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    settle: async () => {
      await sending
    },
  }
}
