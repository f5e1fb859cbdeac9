import type { Language } from '@imperium/contract/languages.ts'
import { hashTokenHex } from '../../../platform/crypto/crypto.ts'
import { zeroId } from '../../../platform/ids.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queueAccountEmail } from '../../../platform/mail/account-email.ts'
import { countHit } from '../../../platform/auth/rate-limit.ts'
import { writeResetEmail } from '../emails.ts'
import { issueToken } from '../one-time-token-store.ts'
import { findAccount } from '../store.ts'

const jobName = 'auth.mailResetLink'
const linkMinutes = 30
const mostEmailsPerHour = 3

interface ResetJob {
  orgId: string
  /** The address, sealed: readers of the queue need not learn it. */
  sealed: string
}

const place = 'job:auth.mailResetLink'

/** Only queues the address: a job looks up the account later, so that neither response nor timing reveals it (SEC-5). */
export async function forgotPassword({ db, jobs, keyRing }: Platform, email: string): Promise<void> {
  await db.withAuth((tx) => jobs.send<ResetJob>(tx, jobName, { orgId: zeroId, sealed: keyRing.encrypt(email, place) }))
}

export const mailResetLinkJob = (platform: Platform): JobDefinition => ({
  name: jobName,
  lane: 'transactional',
  worksAtRest: 'belongs to an account, not to an organization',
  run: async (data) => mailResetLink(platform, platform.keyRing.decrypt((data as ResetJob).sealed, place)),
})

async function mailResetLink(platform: Platform, email: string): Promise<void> {
  const { db, clock, config } = platform
  const account = await db.withAuth((tx) => findAccount(tx, email))
  if (account?.status !== 'ACTIVE') return
  // Limits emails that others can cause to one mailbox; the response does not reveal the limit.
  if (!(await countHit(db, `reset-letters:${hashTokenHex(account.id)}`, mostEmailsPerHour, 3_600)).allowed) return
  await db.withAuth(async (tx) => {
    const now = clock.now()
    const token = await issueToken(tx, { userId: account.id, purpose: 'reset-password', email, minutes: linkMinutes, now })
    // The table's check holds it to the contract's languages.
    const reader = { language: account.language as Language, publicUrl: config.publicUrl }
    await queueAccountEmail(platform, tx, { userId: account.id, to: email }, writeResetEmail(reader, token))
  })
}
