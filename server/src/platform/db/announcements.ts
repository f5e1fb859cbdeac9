import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DB } from './types.gen.ts'

const channel = 'imperium'

export interface Announcements {
  /** Names this database connection among all that listen: what comes back from there was already told here. */
  readonly from: string
  /** Tells this process at once and the others by NOTIFY. The transaction that had to say it must have committed. */
  publish(messages: readonly object[]): void
  /** Calls `listener` with every message of this process; returns the function that stops it. */
  on(listener: (message: object) => void): () => void
  /** Waits until all that was published is sent. */
  settle(): Promise<void>
}

/**
 * NOTIFY makes the commit of its transaction wait for every other such commit, its flush to disk included (one lock for the whole
 * server), so it does not belong into transactions that matter. Ours goes out after them, gathered into one statement
 * that waits for no disk. A crash in between loses it: whoever listens also looks for himself now and then.
 */
export function createAnnouncements(db: Kysely<DB>, onError: (error: Error) => void): Announcements {
  const from = randomUUID()
  const listeners = new Set<(message: object) => void>()
  let waiting = new Set<string>()
  let sending: Promise<void> | undefined

  const sendAll = async (): Promise<void> => {
    // A turn of the event loop, for those who commit at the same moment.
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
