import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { newId } from '../ids.ts'
import { isProcessAlive } from '../embedded-postgres/process-identity.ts'

/**
 * Scope in which a process number is unique: this machine since its last start, and this container's numbering. The host name alone
 * is not enough: several machines may have the same name and share a database.
 */
const place = createHash('sha256')
  .update(
    [
      hostname(),
      readIfAny(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
      readIfAny(() => readlinkSync('/proc/self/ns/pid')),
    ].join('\n'),
  )
  .digest('base64url')
  .slice(0, 16)

/** There is no /proc but on Linux; elsewhere the host's name has to do. */
function readIfAny(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

/** A name for a worker of this process: a reaper on the same machine can check immediately whether it still lives. */
export const nameWorker = (): string => `${place}:${process.pid}:${newId().slice(-12)}`

/** True when the worker's process has surely ended; false also when that is unknown. */
export function isWorkerDead(name: string): boolean {
  const [where, pid] = name.split(':')
  return where === place && !isProcessAlive(Number(pid))
}
