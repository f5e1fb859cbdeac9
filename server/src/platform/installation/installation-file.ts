import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { makeFolders } from '../make-folders.ts'
import { StartError, systemErrorCode } from '../start-error.ts'

/** What a data folder knows about itself, outside of the database and of every backup. */
export interface InstallationFile {
  id: string
  /** Heartbeats of the leader seen, by database (see `databaseId`). A database with fewer was put back. */
  beats: Record<string, number>
  /** Left by `restore` until the next start: the database beside it comes from a backup. */
  restored?: { createdAt: string; isResumed: boolean }
}

export const installationFile = (dataDir: string): string => path.join(dataDir, 'installation.json')

/** Reads the file, or makes it with a new id. Two processes that start at once get the same id. @throws StartError */
export function openInstallationFile(dataDir: string): InstallationFile {
  const file = installationFile(dataDir)
  const stored = read(file)
  if (stored) return stored
  const draft = `${file}.${process.pid}`
  try {
    makeFolders(dataDir, 0o711)
    fs.writeFileSync(draft, textOf({ id: randomUUID(), beats: {} }), { mode: 0o600, flush: true })
    fs.linkSync(draft, file)
  } catch (cause) {
    if (systemErrorCode(cause) !== 'EEXIST') throw notWritable(file, cause)
  } finally {
    fs.rmSync(draft, { force: true })
  }
  const made = read(file)
  if (!made) throw notWritable(file, undefined)
  return made
}

/** Changes the file as a whole: written beside it and renamed. @throws StartError */
export function changeInstallationFile(dataDir: string, change: (stored: InstallationFile) => InstallationFile): InstallationFile {
  const file = installationFile(dataDir)
  const changed = change(openInstallationFile(dataDir))
  const draft = `${file}.${process.pid}`
  try {
    fs.writeFileSync(draft, textOf(changed), { mode: 0o600 })
    fs.renameSync(draft, file)
  } catch (cause) {
    fs.rmSync(draft, { force: true })
    throw notWritable(file, cause)
  }
  return changed
}

const textOf = (file: InstallationFile): string => `${JSON.stringify(file, null, 2)}\n`

/** A damaged file counts as none: the new id makes the data start held, which is the safe side. */
function read(file: string): InstallationFile | undefined {
  let text: string
  try {
    text = fs.readFileSync(file, 'utf8')
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') return undefined
    throw new StartError(`The file ${file} cannot be read (${systemErrorCode(cause)}). Start Imperium as the account that owns it.`, {
      cause,
    })
  }
  const stored = parse(text)
  if (stored) return stored
  fs.renameSync(file, `${file}.damaged`)
  return undefined
}

function parse(text: string): InstallationFile | undefined {
  try {
    const stored = JSON.parse(text) as Partial<InstallationFile> | null
    if (typeof stored?.id !== 'string' || typeof stored.beats !== 'object' || stored.beats === null) return undefined
    return stored as InstallationFile
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const notWritable = (file: string, cause: unknown) =>
  new StartError(
    `The file ${file} cannot be written (${systemErrorCode(cause)}). Give this account the right to write there, or set DATA_DIR.`,
    { cause },
  )
