import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { LaunchError } from './launch-error.mjs'

const LONGEST_WAIT_MS = 20 * 60_000

/** Runs `work` while no other start in this clone does the same; the lock of a process that died is taken over. `purpose` completes "Another process ...". */
export async function withLock(file, purpose, work) {
  const startedAt = Date.now()
  let isAnnounced = false
  while (!take(file)) {
    const holder = holderOf(file)
    if (holder === undefined || !isAlive(holder)) {
      fs.rmSync(file, { force: true })
      continue
    }
    if (!isAnnounced) console.log(`Another process (pid ${holder}) ${purpose}; waiting for it…`)
    isAnnounced = true
    if (Date.now() - startedAt > LONGEST_WAIT_MS)
      throw new LaunchError(
        `The process ${holder} still ${purpose}. End it, or if it has nothing to do with Imperium remove ${file}, and start again.`,
      )
    await sleep(200)
  }
  const release = () => fs.rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** A symbolic link is created atomically with its content: there is no moment in which the lock exists without a known holder. */
function take(file) {
  try {
    fs.symlinkSync(String(process.pid), file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new LaunchError(`This account may not write to the folder of ${file} (${error.code}). Start as the account that owns it.`)
  }
}

function holderOf(file) {
  try {
    return Number(fs.readlinkSync(file))
  } catch {
    // Released since the last check.
    return undefined
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
