import type { InstallationFile } from './installation-file.ts'
import type { LeadRow } from './installation-store.ts'

/** A standby lags its primary by seconds: so many heartbeats (a minute) may be missing without being a restored copy. */
const lostBeatsAllowed = 30

export type Judgement =
  | { kind: 'own' }
  /** Nothing led this database yet, or the operator has already said that it is the real one. */
  | { kind: 'take' }
  | { kind: 'hold'; reason: string }
  /** Another installation's data: a copy, unless that installation is at work in this very database. */
  | { kind: 'foreign'; reason: string }

/** Decides from the data folder and the database whether this is the data that this installation led last. */
export function judgeCopy(file: InstallationFile, row: LeadRow, databaseId: string): Judgement {
  if (file.restored?.isResumed) return { kind: 'take' }
  if (file.restored) return { kind: 'hold', reason: `The data was restored from the backup of ${file.restored.createdAt}.` }
  if (row.installationId === null) return { kind: 'take' }
  if (row.installationId !== file.id) return { kind: 'foreign', reason: 'Another installation led this data last.' }
  if (row.databaseId !== null && row.databaseId !== databaseId)
    return { kind: 'hold', reason: 'The data was led in another database before: it was copied into this one.' }
  if ((file.beats[databaseId] ?? 0) > row.beats + lostBeatsAllowed)
    return { kind: 'hold', reason: 'The database is older than what this installation did: it was put back to an earlier state.' }
  return { kind: 'own' }
}
