import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { parseKey } from './crypto.ts'
import { makeFolders } from '../make-folders.ts'
import { StartError, systemErrorCode } from '../start-error.ts'

/**
 * `encryptionKey` (text, as `parseKey` reads it) seals stored values; `signingKey` (32 bytes in base64) signs cursors
 * and other values that clients return.
 */
export type Secrets = { encryptionKey: string; encryptionKeysPrevious: string[]; signingKey: string }

type StoredSecrets = { encryptionKey: string; encryptionKeysPrevious?: string[]; signingKey: string }

export const secretsFile = (dataDir: string): string => path.join(dataDir, 'secrets.json')

/**
 * Secrets from the configuration, or generated once into `<dataDir>/secrets.json` (mode 0600). Processes with the same ENCRYPTION_KEY
 * derive the same signing key, so they share only their environment. @throws StartError when the file cannot be read or written.
 */
export function loadSecrets(config: Pick<Config, 'dataDir' | 'encryptionKey' | 'encryptionKeyPrevious'>): Secrets {
  if (config.encryptionKey !== undefined) {
    return {
      encryptionKey: config.encryptionKey,
      encryptionKeysPrevious: config.encryptionKeyPrevious,
      signingKey: deriveSigningKey(config.encryptionKey),
    }
  }
  const file = secretsFile(config.dataDir)
  const stored = readSecrets(file) ?? generateSecrets(file)
  return {
    encryptionKey: stored.encryptionKey,
    encryptionKeysPrevious: [...config.encryptionKeyPrevious, ...(stored.encryptionKeysPrevious ?? [])],
    signingKey: stored.signingKey,
  }
}

function deriveSigningKey(encryptionKey: string): string {
  return Buffer.from(crypto.hkdfSync('sha256', parseKey(encryptionKey), '', 'imperium signing key', 32)).toString('base64')
}

function readSecrets(file: string): StoredSecrets | undefined {
  try {
    const stored: StoredSecrets = JSON.parse(fs.readFileSync(file, 'utf8'))
    const keys = [stored.encryptionKey, stored.signingKey, ...(stored.encryptionKeysPrevious ?? [])]
    if (keys.every((key) => typeof key === 'string' && Buffer.from(key, 'base64').length === 32)) return stored
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') return undefined
    if (!(cause instanceof SyntaxError))
      throw new StartError(
        `The secrets file ${file} cannot be read (${systemErrorCode(cause)}). Start Imperium as the account that owns it.`,
        { cause },
      )
  }
  // Never replaced: values sealed with the old key would be lost.
  throw new StartError(`The secrets file ${file} is damaged. Restore it from a backup, or set ENCRYPTION_KEY to the key it held.`)
}

/** The database has secrets but their key is missing: a new key could not read them, and the error would appear only later. */
function refuseLostKey(file: string): void {
  const database = path.join(path.dirname(file), 'postgres', 'data', 'PG_VERSION')
  if (!fs.existsSync(database)) return
  throw new StartError(
    `The secrets file ${file} is missing, but there is a database beside it whose stored keys only it can read. Restore it from a backup, or set ENCRYPTION_KEY to the key it held.`,
  )
}

/** Written under another name and then linked, so that two concurrent starts both use the first one's secrets. */
function generateSecrets(file: string): StoredSecrets {
  refuseLostKey(file)
  const fresh: StoredSecrets = {
    encryptionKey: crypto.randomBytes(32).toString('base64'),
    signingKey: crypto.randomBytes(32).toString('base64'),
  }
  const draft = `${file}.${process.pid}`
  try {
    makeFolders(path.dirname(file), 0o711)
    fs.writeFileSync(draft, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flush: true })
    fs.linkSync(draft, file)
    return fresh
  } catch (cause) {
    const existing = systemErrorCode(cause) === 'EEXIST' ? readSecrets(file) : undefined
    if (existing !== undefined) return existing
    throw new StartError(
      `The secrets file ${file} cannot be written (${systemErrorCode(cause)}). Give this account the right to write there, or set DATA_DIR or ENCRYPTION_KEY.`,
      { cause },
    )
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

/** Puts a new encryption key before the stored ones. Written to a new file and renamed, so that a crash loses no key. */
export function rotateStoredKey(dataDir: string): void {
  rewriteSecrets(dataDir, ({ encryptionKey, encryptionKeysPrevious = [], ...rest }) => ({
    ...rest,
    encryptionKey: crypto.randomBytes(32).toString('base64'),
    encryptionKeysPrevious: [encryptionKey, ...encryptionKeysPrevious],
  }))
}

/** Keeps the current key and the previous one; for when no value is sealed with older ones. */
export function deleteOlderKeys(dataDir: string): void {
  rewriteSecrets(dataDir, (stored) => ({ ...stored, encryptionKeysPrevious: (stored.encryptionKeysPrevious ?? []).slice(0, 1) }))
}

function rewriteSecrets(dataDir: string, change: (stored: StoredSecrets) => StoredSecrets): void {
  const file = secretsFile(dataDir)
  const stored = readSecrets(file)
  if (stored === undefined) throw new StartError(`There is no secrets file ${file}.`)
  const draft = `${file}.${process.pid}`
  try {
    fs.writeFileSync(draft, `${JSON.stringify(change(stored), null, 2)}\n`, { mode: 0o600, flush: true })
    fs.renameSync(draft, file)
  } catch (cause) {
    fs.rmSync(draft, { force: true })
    throw new StartError(`The secrets file ${file} cannot be written (${systemErrorCode(cause)}).`, { cause })
  }
}
