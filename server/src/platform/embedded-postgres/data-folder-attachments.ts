import fs from 'node:fs'
import path from 'node:path'
import { identifyProcess, isSameProcess, pidOfIdentity } from './process-identity.ts'
import { systemErrorCode } from '../start-error.ts'

/** One living process that uses a data folder. `exclusive` is a whole Imperium (role `all`), of which a folder takes only one. */
export type Attachment = { identity: string; pid: number; exclusive: boolean }

const folderOf = (dataDir: string): string => path.join(dataDir, 'processes')

/**
 * The living processes attached to the folder. Records of processes that ended without a goodbye (kill -9) are removed.
 * Call it, `attach` and `detach` while holding the folder's start lock.
 */
export function listAttachments(dataDir: string): Attachment[] {
  const folder = folderOf(dataDir)
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name)
    const attachment = readAttachment(file)
    if (attachment !== undefined && isSameProcess(attachment.identity)) return [attachment]
    fs.rmSync(file, { force: true })
    return []
  })
}

/** Records this process as a user of the folder; returns the record's path, for `detach`. */
export function attach(dataDir: string, exclusive: boolean): string {
  const identity = identifyProcess(process.pid) ?? String(process.pid)
  const file = path.join(folderOf(dataDir), `${process.pid}-${crypto.randomUUID()}.json`)
  fs.mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  fs.writeFileSync(file, JSON.stringify({ identity, exclusive }), { mode: 0o600 })
  return file
}

/** Removes the record and returns whether any other living user of the folder remains. */
export function detach(dataDir: string, file: string): boolean {
  fs.rmSync(file, { force: true })
  return listAttachments(dataDir).length > 0
}

function readAttachment(file: string): Attachment | undefined {
  try {
    const record: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
    if (typeof record !== 'object' || record === null || !('identity' in record) || typeof record.identity !== 'string') return undefined
    return { identity: record.identity, pid: pidOfIdentity(record.identity), exclusive: 'exclusive' in record && record.exclusive === true }
  } catch (error) {
    // A record truncated by a crash does not name a living process.
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
