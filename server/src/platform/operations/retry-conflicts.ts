import { setTimeout as wait } from 'node:timers/promises'

// Deadlock and serialization failure: PostgreSQL took this transaction back so that another could go on. Nothing of it happened.
const conflict = new Set(['40P01', '40001'])
const mostTries = 3

/** Runs a whole transaction, and again (twice at most) where the database gave it up for another one. */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) throw error
      // Not at the same moment as the other side of the conflict.
      await wait(tries * 20 + Math.random() * 40)
    }
  }
}

const isConflict = (error: unknown) => error instanceof Error && 'code' in error && conflict.has(String(error.code))
