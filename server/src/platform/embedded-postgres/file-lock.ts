import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { identifyProcess, isSameProcess, pidOfIdentity } from './process-identity.ts'
import { StartError, systemErrorCode } from '../start-error.ts'

const POLL_MS = 50
const SETTLE_MS = 20

/**
 * Runs `work` while holding `lockFile`; one process at a time. A lock of a dead process is taken over.
 * @throws StartError when a living process holds it for longer than `timeoutMs`.
 */
export async function withFileLock<T>(lockFile: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const release = await acquireLock(lockFile, timeoutMs)
  try {
    return await work()
  } finally {
    release()
  }
}

async function acquireLock(lockFile: string, timeoutMs: number): Promise<() => void> {
  const identity = identifyProcess(process.pid) ?? String(process.pid)
  // Two callers inside one process share an identity, so each adds a random mark.
  const mark = `${identity}\n${crypto.randomUUID()}`
  const startedAt = performance.now()
  for (;;) {
    const contested = removeStaleLock(lockFile)
    if (createLock(lockFile, mark)) {
      // Two waiters may both have seen the stale lock, and one may have removed the other's new one: check again.
      if (contested) await sleep(SETTLE_MS)
      if (!contested || readLock(lockFile) === mark) return () => fs.rmSync(lockFile, { force: true })
    }
    if (performance.now() - startedAt > timeoutMs) {
      const holder = pidOfIdentity(readLock(lockFile) ?? '')
      throw new StartError(
        `Another Imperium process (pid ${holder}) has been starting or stopping for over ${Math.round(timeoutMs / 1000)} s and holds ${lockFile}. Wait for it, or end it, and start again.`,
      )
    }
    await sleep(POLL_MS)
  }
}

function createLock(lockFile: string, mark: string): boolean {
  try {
    fs.writeFileSync(lockFile, mark, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

function readLock(lockFile: string): string | undefined {
  try {
    return fs.readFileSync(lockFile, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Removes the lock of a dead process; returns true when it did. */
function removeStaleLock(lockFile: string): boolean {
  const mark = readLock(lockFile)
  if (mark === undefined) return false
  // Empty: created but not yet written, or its writer died in between.
  const isStale = mark === '' ? lockAgeMs(lockFile) > 5_000 : !isSameProcess(mark.split('\n')[0] ?? '')
  if (isStale) fs.rmSync(lockFile, { force: true })
  return isStale
}

function lockAgeMs(lockFile: string): number {
  const found = fs.statSync(lockFile, { throwIfNoEntry: false })
  return found === undefined ? 0 : Date.now() - found.mtimeMs
}
