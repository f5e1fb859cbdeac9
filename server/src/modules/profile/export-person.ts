import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { PersonExport } from '@imperium/contract/auth/profile.ts'
import type { Caller } from '../../platform/auth/auth-context.ts'
import type { AuthTx, Database } from '../../platform/db/database.ts'
import { zeroId } from '../../platform/ids.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueAccountEmail } from '../../platform/mail/account-email.ts'
import { writeDate } from '../../platform/text/write-date.ts'
import { findPerson } from '../auth/index.ts'
import { listMemberships } from '../organizations/index.ts'
import { notifyUser } from '../notifications/index.ts'
import { findExportFile, findNewestExport, finishExport, insertExport } from './store.ts'
import { writeAccountEmail } from './write-account-email.ts'

const jobName = 'profile.buildExport'
const keptMs = 7 * 86_400_000
/** A job that has not finished by then never will: another request starts again. */
const patienceMs = 3_600_000
const auditPage = 5_000

interface ExportJob {
  orgId: string
  userId: string
  exportId: string
}

/** Starts the data export; if one is in flight already, returns that one. */
export async function requestExport({ clock, jobs }: Platform, tx: AuthTx, caller: Caller): Promise<PersonExport> {
  const now = clock.now()
  const newest = await findNewestExport(tx, caller.userId, now)
  if (newest?.status === 'pending' && now.getTime() - Date.parse(newest.createdAt) < patienceMs) return newest
  const made = await insertExport(tx, caller.userId, now, new Date(now.getTime() + keptMs))
  await jobs.send<ExportJob>(tx, jobName, { orgId: zeroId, userId: caller.userId, exportId: made.id })
  return made
}

export const buildExportJob = (platform: Platform): JobDefinition => ({
  name: jobName,
  lane: 'bulk',
  worksAtRest: 'belongs to an account, not to an organization',
  run: async (data) => buildExport(platform, data as ExportJob),
})

/** Collects, compresses and stores the file, then notifies the user. A retry finds the finished file and does nothing. */
async function buildExport(platform: Platform, { userId, exportId }: ExportJob): Promise<void> {
  const { db, config, clock } = platform
  const found = await db.withAuth(async (tx) => ({ person: await findPerson(tx, userId), memberships: await listMemberships(tx, userId) }))
  if (!found.person) return
  const orgIds = found.memberships.map((each) => each.id)
  const sections = { ...(await platform.exportPerson({ userId, orgIds })), audit: await listActs(db, userId, [zeroId, ...orgIds]) }
  const text = JSON.stringify({ exportedAt: clock.now().toISOString(), ...sections }, null, 2)
  const content = await promisify(gzip)(text)
  const { person } = found
  const isOurs = await db.withAuth(async (tx) => {
    if (!(await finishExport(tx, userId, exportId, { content, sizeBytes: Buffer.byteLength(text) }))) return false
    const emailMessage = writeAccountEmail('exportReady', {
      language: person.preferences.language,
      url: `${config.publicUrl}/settings/profile`,
      values: { date: writeDate(new Date(clock.now().getTime() + keptMs), person.preferences) },
    })
    await queueAccountEmail(platform, tx, { userId, to: person.email }, emailMessage)
    return true
  })
  if (!isOurs) return
  await notifyUser(platform, userId, { kind: 'export-ready', source: `export:${exportId}`, actionUrl: 'profile' })
}

/** All audit rows of the user's actions. */
async function listActs(db: Database, userId: string, orgIds: readonly string[]): Promise<object[]> {
  const acts: object[] = []
  for (const orgId of orgIds) {
    for (let after = 0, isMore = true; isMore;) {
      const page = await db.withSystem((tx) =>
        tx
          .selectFrom('audit_log')
          .select(['org_id as organizationId', 'seq', 'at', 'action', 'target_kind as targetKind', 'target_id as targetId'])
          .select(['target_name as targetName', 'outcome', 'ip_address as ipAddress', 'request_id as requestId', 'before', 'after'])
          .where('org_id', '=', orgId)
          .where('actor_kind', '=', 'user')
          .where('actor_id', '=', userId)
          .where(sql<boolean>`seq > ${after}`)
          .orderBy('seq')
          .limit(auditPage)
          .execute(),
      )
      acts.push(...page)
      after = page.at(-1)?.seq ?? 0
      isMore = page.length === auditPage
    }
  }
  return acts
}

/** The file of an export, decompressed; null if it is missing, not ready or another user's. */
export async function readExportFile(
  { clock }: Platform,
  tx: AuthTx,
  userId: string,
  id: string,
): Promise<{ content: Uint8Array; fileName: string } | null> {
  const file = await findExportFile(tx, userId, id, clock.now())
  if (!file) return null
  return { content: await promisify(gunzip)(file.content), fileName: `personal-data-${file.createdAt.toISOString().slice(0, 10)}.json` }
}
