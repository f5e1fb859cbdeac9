import { setTimeout as wait } from 'node:timers/promises'

const mostTries = 40
const pauseMs = 250
export const lockNotAvailable = '55P03'

export const databaseCodeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Again while a lock is busy: each try waits 200 ms for it at most, so that it holds up no writer for longer. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (databaseCodeOf(error) !== lockNotAvailable || tries === mostTries) throw error
      await wait(pauseMs)
    }
  }
}
