import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/**
 * A text that names one process and never a later one with the same number (pid, start time, boot), or undefined when no such
 * process lives. A pid alone is not enough: a restarted container uses the same small numbers again.
 */
export function identifyProcess(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return process.platform === 'linux' ? identifyLinuxProcess(pid) : identifyOtherProcess(pid)
}

/** True while exactly the process that `identity` names still lives. */
export function isSameProcess(identity: string): boolean {
  return identifyProcess(Number.parseInt(identity, 10)) === identity
}

/** True while a process with this number lives; one that ended and was not yet reaped (a zombie) counts as dead. */
export function isProcessAlive(pid: number): boolean {
  return identifyProcess(pid) !== undefined
}

/** The pid at the head of an identity. */
export function pidOfIdentity(identity: string): number {
  return Number.parseInt(identity, 10)
}

function identifyLinuxProcess(pid: number): string | undefined {
  const stat = readIfPresent(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The command, in parentheses, may hold blanks; the fields after it are: state, ppid, ..., start time as the 20th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]
  if (state === 'Z' || state === 'X') return undefined
  return `${pid}:${fields[19]}:${(readIfPresent('/proc/sys/kernel/random/boot_id') ?? '').trim()}`
}

function identifyOtherProcess(pid: number): string | undefined {
  const found = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
  const line = (found.stdout ?? '').trim()
  if (found.status !== 0 || line === '' || line.startsWith('Z')) return undefined
  return `${pid}:${line.slice(line.indexOf(' ')).trim()}`
}

/** Files below /proc vanish with their process, between any two of our steps. */
function readIfPresent(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
