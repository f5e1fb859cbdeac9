import fs from 'node:fs'
import path from 'node:path'

interface LastBackup {
  /** When it was begun, as an ISO time. */
  at: string
  file: string
}

const fileOf = (dataDir: string): string => path.join(dataDir, 'last-backup.json')

/** Remembers the newest backup beside the database, so that the metrics and `doctor` know its age. */
export function noteBackup(dataDir: string, backup: LastBackup): void {
  const draft = `${fileOf(dataDir)}.${process.pid}`
  fs.writeFileSync(draft, `${JSON.stringify(backup)}\n`, { mode: 0o600 })
  fs.renameSync(draft, fileOf(dataDir))
}

/** Undefined: no backup was made by Imperium itself, or what was noted cannot be read. */
export function readLastBackup(dataDir: string): LastBackup | undefined {
  try {
    const noted = JSON.parse(fs.readFileSync(fileOf(dataDir), 'utf8')) as Partial<LastBackup> | null
    return typeof noted?.at === 'string' && typeof noted.file === 'string' && !Number.isNaN(Date.parse(noted.at))
      ? { at: noted.at, file: noted.file }
      : undefined
  } catch {
    return undefined
  }
}
