import { setTimeout as wait } from 'node:timers/promises'

// Deadlock and serialization failure: PostgreSQL rolled this transaction back so that another could continue. No write remains.
const conflict = new Set(['40P01', '40001'])
const mostTries = 3

/** Runs a whole transaction, with at most two retries when the database aborted it for another one. */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) throw error
      // Jitter, so that both sides of the conflict do not retry together.
      await wait(tries * 20 + Math.random() * 40)
    }
  }
}

const isConflict = (error: unknown) => error instanceof Error && 'code' in error && conflict.has(String(error.code))
