import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { newId } from '../ids.ts'
import { isProcessAlive } from '../embedded-postgres/process-identity.ts'

/**
 * Where a process number means something: this machine since its last start, and this container's own numbering. The host's name alone
 * is not enough: several machines may be called the same and share a database.
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

/** A name for a worker of this process: a sweep at the same place can tell at once whether it still lives. */
export const nameWorker = (): string => `${place}:${process.pid}:${newId().slice(-12)}`

/** True where the worker's process surely is no more; false also where nothing can be known. */
export function isWorkerDead(name: string): boolean {
  const [where, pid] = name.split(':')
  return where === place && !isProcessAlive(Number(pid))
}
