import fs from 'node:fs'
import net from 'node:net'
import type pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { readLastBackup } from '../platform/installation/last-backup.ts'
import { currentRelease, describeRelease } from '../platform/installation/release.ts'
import { StartError } from '../platform/start-error.ts'
import type { Command } from './command.ts'
import { openDatabase } from './open-database.ts'

interface Finding {
  about: string
  isWell: boolean
  text: string
}
type Look = () => Promise<Omit<Finding, 'about'>>

const waitMs = 5_000
const leastFreeGigabytes = 1
const oldestBackupHours = 48
const oldestWorkMinutes = 10
const longestBeatSeconds = 30
const largestClockSeconds = 5

export const doctor: Command = {
  name: 'doctor',
  usage: '',
  summary:
    'Looks at database, leader, workers, clock, disk, backup, mail server, public address and proxy; one line each. Exit code 1: something is wrong.',
  operands: 0,
  run: async ({ config, print }) => {
    const findings = [...(await lookAtDatabase(config)), ...(await lookAround(config))]
    for (const { about, isWell, text } of findings) print(`${isWell ? 'ok   ' : 'WRONG'}  ${about.padEnd(14)}  ${text}`)
    return findings.every(({ isWell }) => isWell) ? 0 : 1
  },
}

async function findingOf(about: string, look: Look): Promise<Finding> {
  try {
    return { about, ...(await look()) }
  } catch (error) {
    return { about, isWell: false, text: error instanceof Error ? error.message : String(error) }
  }
}

async function lookAtDatabase(config: Config): Promise<Finding[]> {
  let opened
  try {
    opened = await openDatabase(config)
  } catch (error) {
    if (error instanceof StartError) return [{ about: 'database', isWell: false, text: error.message }]
    throw error
  }
  const { owner } = opened
  try {
    const kind = config.databaseUrl ? 'DATABASE_URL' : 'embedded'
    return [
      { about: 'database', isWell: true, text: `${kind}, at release ${describeRelease(currentRelease())}` },
      await findingOf('clock', () => lookAtClock(owner)),
      await findingOf('leader', () => lookAtLeader(owner)),
      await findingOf('workers', () => lookAtWork(owner)),
    ]
  } finally {
    await opened.close()
  }
}

async function lookAtClock(owner: pg.Client): Promise<Omit<Finding, 'about'>> {
  const before = Date.now()
  const { rows } = await owner.query<{ now: Date }>('select clock_timestamp() as now')
  // What the way to the database took is no difference of the clocks.
  const now = rows[0]?.now.getTime() ?? 0
  const seconds = Math.max(0, before - now, now - Date.now()) / 1_000
  return { isWell: seconds <= largestClockSeconds, text: `${seconds.toFixed(1)} s between this machine and the database` }
}

async function lookAtLeader(owner: pg.Client): Promise<Omit<Finding, 'about'>> {
  const { rows } = await owner.query<{ owner: string | null; seconds: number | null }>(
    'select lease_owner as owner, extract(epoch from clock_timestamp() - led_at)::float8 as seconds from app.installation_lead',
  )
  const { owner: leader = null, seconds = null } = rows[0] ?? {}
  if (leader === null || seconds === null)
    return { isWell: false, text: 'no process leads the schedule: is one running with ROLE=all or scheduler?' }
  return { isWell: seconds <= longestBeatSeconds, text: `${leader} beat ${seconds.toFixed(0)} s ago` }
}

async function lookAtWork(owner: pg.Client): Promise<Omit<Finding, 'about'>> {
  const { rows } = await owner.query<{ waiting: number; minutes: number }>(
    `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(start_after)) / 60, 0)::float8 as minutes
     from pgboss.job where state in ('created', 'retry') and start_after < now()`,
  )
  const { waiting = 0, minutes = 0 } = rows[0] ?? {}
  return { isWell: minutes <= oldestWorkMinutes, text: `${waiting} jobs are due, the oldest for ${minutes.toFixed(0)} min` }
}

const lookAround = (config: Config): Promise<Finding[]> =>
  Promise.all([
    findingOf('disk', async () => lookAtDisk(config)),
    findingOf('backup', async () => lookAtBackup(config)),
    findingOf('mail', () => lookAtMail(config)),
    findingOf('public address', () => lookAtAddress(config)),
    findingOf('proxy', async () => lookAtProxy(config)),
  ])

function lookAtDisk({ dataDir }: Config): Omit<Finding, 'about'> {
  const disk = fs.statfsSync(dataDir)
  const gigabytes = (disk.bavail * disk.bsize) / 1024 ** 3
  return { isWell: gigabytes >= leastFreeGigabytes, text: `${gigabytes.toFixed(1)} GB are free on the disk of ${dataDir}` }
}

function lookAtBackup({ databaseUrl, dataDir }: Config): Omit<Finding, 'about'> {
  if (databaseUrl) return { isWell: true, text: 'not known here: with DATABASE_URL, backups are made by the tools of PostgreSQL' }
  const last = readLastBackup(dataDir)
  if (!last) return { isWell: false, text: 'none was made yet: npm run admin -- backup <file>.tar.gz' }
  const hours = (Date.now() - Date.parse(last.at)) / 3_600_000
  return { isWell: hours <= oldestBackupHours, text: `the last one is ${hours.toFixed(0)} hours old: ${last.file}` }
}

async function lookAtMail({ smtpUrl }: Config): Promise<Omit<Finding, 'about'>> {
  if (!smtpUrl) return { isWell: true, text: 'no SMTP_URL: mail is kept in the sandbox mailbox and reaches nobody' }
  const { hostname, port, protocol } = new URL(smtpUrl)
  const at = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (protocol === 'smtps:' ? 465 : 587)) }
  await connectTo(at)
  return { isWell: true, text: `${at.host}:${at.port} answers` }
}

const connectTo = (at: { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ ...at, timeout: waitMs })
    const fail = (reason: string) => {
      socket.destroy()
      reject(new Error(`${at.host}:${at.port} does not answer: ${reason}`))
    }
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('timeout', () => fail(`nothing within ${waitMs / 1_000} s`))
    socket.once('error', (error) => fail(error.message))
  })

async function lookAtAddress({ publicUrl }: Config): Promise<Omit<Finding, 'about'>> {
  const url = `${publicUrl}/health`
  const response = await fetch(url, { signal: AbortSignal.timeout(waitMs), redirect: 'manual' }).catch((cause: unknown) => {
    throw new Error(`${url} does not answer`, { cause })
  })
  const answer = response.ok ? ((await response.json().catch(() => null)) as { status?: string; version?: string } | null) : null
  if (answer?.status !== 'ok') return { isWell: false, text: `${url} answers ${response.status}, and not as Imperium does` }
  return { isWell: true, text: `${url} answers, version ${answer.version ?? 'unknown'}` }
}

function lookAtProxy({ publicUrl, trustedProxies }: Config): Omit<Finding, 'about'> {
  if (!publicUrl.startsWith('https:')) return { isWell: true, text: 'PUBLIC_URL is plain http: no proxy is expected' }
  return trustedProxies.length > 0
    ? { isWell: true, text: 'TRUSTED_PROXIES names who may forward addresses' }
    : { isWell: false, text: 'PUBLIC_URL is https, but TRUSTED_PROXIES is empty: everybody counts as one address in rate limits' }
}
