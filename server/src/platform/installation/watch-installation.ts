import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Hold, HoldState } from './hold.ts'
import { changeInstallationFile, openInstallationFile } from './installation-file.ts'
import type { InstallationFile } from './installation-file.ts'
import { readDatabaseId, readLead, takeLead, writeHold } from './installation-store.ts'
import type { LeadRow } from './installation-store.ts'
import { judgeCopy } from './judge-copy.ts'

const lookEveryMs = 2_000
/** Two heartbeats and a little: within it a leader that is at work in this database has moved on. */
const joinMs = 5_000

interface WatchOptions {
  db: Pick<Database, 'withSystem'>
  hold: Hold
  log: Log
  dataDir: string
  /** INSTALLATION_ID: for machines without a lasting data folder. */
  installationId: string | undefined
  joinMs?: number
}

export interface InstallationWatch {
  /** Looks now, as it does every two seconds. */
  look(): Promise<void>
  stop(): Promise<void>
}

/**
 * Finds out whether this process works on the data that its installation led last, holds all effects where not, and keeps watching:
 * the operator may resume, and a database may be put back under a running process.
 */
export async function watchInstallation(options: WatchOptions): Promise<InstallationWatch> {
  const { log } = options
  const look = createLook(options)
  await look()
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'the state of the installation could not be read'))
      .finally(() => {
        looking = undefined
      })
  }, lookEveryMs).unref()
  return {
    look,
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

function createLook({ db, hold, log, dataDir, installationId, joinMs: waitMs = joinMs }: WatchOptions): () => Promise<void> {
  let databaseId = ''
  let isFirst = true
  const file = () => ownFile(dataDir, installationId)
  /** Judges under the row's lock, so that processes that start at once decide the same. */
  const judge = (isAlive: boolean) =>
    db.withSystem(async (tx) => {
      databaseId ||= await readDatabaseId(tx)
      const own = file()
      const row = await readLead(tx, { forUpdate: true })
      const judgement = row.hold && !own.restored?.isResumed ? ({ kind: 'held' } as const) : judgeCopy(own, row, databaseId)
      if (judgement.kind === 'take') await takeLead(tx, own.id, databaseId, own.restored !== undefined)
      if (judgement.kind === 'hold' || (judgement.kind === 'foreign' && !isAlive)) await writeHold(tx, judgement.reason)
      return { judgement, row: await readLead(tx) }
    })
  return async () => {
    const before = await db.withSystem((tx) => readLead(tx))
    let isAlive = !isFirst
    // Another machine of the same installation joins it: the leader's heartbeats go on in this database, as they do in no copy.
    if (isFirst && !before.hold && before.installationId !== null && before.installationId !== file().id)
      isAlive = await hasNewBeat(db, before, waitMs)
    const { judgement, row } = await judge(isAlive)
    isFirst = false
    if (judgement.kind === 'foreign' && isAlive && installationId === undefined && row.installationId !== null)
      changeInstallationFile(dataDir, (stored) => ({ ...stored, id: row.installationId ?? stored.id }))
    if (!row.hold) remember(dataDir, file(), row, databaseId)
    else if (file().restored) changeInstallationFile(dataDir, ({ id, beats }) => ({ id, beats }))
    apply(hold, row.hold, log)
  }
}

/** The setting names the installation where it is given; the data folder still remembers the heartbeats. */
function ownFile(dataDir: string, installationId: string | undefined): InstallationFile {
  const stored = openInstallationFile(dataDir)
  return installationId === undefined ? stored : { ...stored, id: installationId }
}

async function hasNewBeat(db: Pick<Database, 'withSystem'>, before: LeadRow, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs
  while (performance.now() < until) {
    await pause(Math.min(250, waitMs))
    const { beats } = await db.withSystem((tx) => readLead(tx))
    if (beats > before.beats) return true
  }
  return false
}

function remember(dataDir: string, file: InstallationFile, row: LeadRow, databaseId: string): void {
  if (!file.restored && file.beats[databaseId] === row.beats) return
  changeInstallationFile(dataDir, ({ id, beats }) => ({ id, beats: { ...beats, [databaseId]: row.beats } }))
}

function apply(hold: Hold, state: HoldState | null, log: Log): void {
  const wasOn = hold.isOn()
  hold.set(state)
  if (state && !wasOn)
    log.warn(
      { since: state.since, dataUntil: state.dataUntil },
      `Everything that goes out is held: ${state.reason} Only if this copy is the real one: npm run admin -- resume`,
    )
  if (!state && wasOn) log.info('Nothing is held any more: this copy is the real one')
}
