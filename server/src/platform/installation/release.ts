import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** Which Imperium this is. */
export interface Release {
  version: string
  /** Of the clone that was started; absent without git. */
  commit?: string
  /** When that commit was made, as an ISO time. */
  date?: string
}

const root = path.resolve(import.meta.dirname, '../../../..')
const gitMs = 3_000
let read: Release | undefined

/** Read once for each process: a pull under a running server changes nothing about what runs. */
export const currentRelease = (): Release => (read ??= readRelease(root))

/** The release that a folder holds. */
export function readRelease(folder: string): Release {
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  return { version, ...readCommit(folder) }
}

/** `0.1.0 (1a2b3c4d5e, 2026-11-29)` */
export const describeRelease = ({ version, commit, date }: Release): string =>
  commit === undefined ? version : `${version} (${commit}${date === undefined ? '' : `, ${date.slice(0, 10)}`})`

function readCommit(folder: string): Omit<Release, 'version'> {
  // Only this folder's own repository counts: one above it says nothing about Imperium.
  if (!fs.existsSync(path.join(folder, '.git'))) return {}
  try {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
    const line = execFileSync('git', ['-C', folder, 'log', '-1', '--abbrev=10', '--format=%h %cI'], {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: gitMs,
    })
    const [, commit, date] = /^([0-9a-f]{10,}) (\S+)\s*$/.exec(line) ?? []
    return commit && date ? { commit, date } : {}
  } catch {
    // No git on this machine, or a clone of another account: the version alone is shown.
    return {}
  }
}
