// A low-priority thread for password hashes: on a saturated machine a flood of sign-ins uses only what other requests leave
// (SEC-45). Node's own thread pool cannot be prioritized like this.
import { argon2Sync } from 'node:crypto'
import type { Argon2Parameters } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export interface HashRequest {
  id: number
  parameters: Argon2Parameters
}
export type HashResult = { id: number; hash: Uint8Array } | { id: number; error: string }

/** On Linux a priority belongs to a thread, by its number in /proc; elsewhere this thread has the normal priority. */
function stepBack(): void {
  if (process.platform !== 'linux') return
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, constants.priority.PRIORITY_LOW)
}

try {
  stepBack()
} catch (error) {
  // Without it hashes are as right, only less polite.
  process.emitWarning(`The thread for password hashes keeps its priority: ${String(error)}`)
}

parentPort?.on('message', ({ id, parameters }: HashRequest) => {
  try {
    parentPort?.postMessage({ id, hash: argon2Sync('argon2id', parameters) } satisfies HashResult)
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) } satisfies HashResult)
  }
})
