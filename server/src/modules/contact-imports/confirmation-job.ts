import type { OrgTx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { countHit } from '../../platform/auth/rate-limit.ts'
import {
  confirmationUrl,
  findConsents,
  lockPurposesShared,
  isSuppressed,
  listPurposes,
  lockContact,
  postConfirmation,
  recordConsent,
} from '../consents/index.ts'
import { findContactByAddress } from '../contacts/index.ts'
import {
  confirmAgainDays,
  clearWaiting,
  lockConfirmationRequest,
  nextConfirmationRequest,
  orgsWithConfirmationRequests,
  settleConfirmationRequest,
} from './confirmation-store.ts'
import type { WaitingAsk } from './confirmation-store.ts'
import type { Tick } from '../../platform/tick.ts'

export const confirmationJobName = 'contacts.askToConfirm'
interface ConfirmationJobData {
  orgId: string
}

/** One job works so long; the tick queues the next. */
const jobLimitMs = 30_000
const dayMs = 86_400_000

/** Sends confirmation requests to imported contacts, one transaction each, so that a retry after a crash sends none twice. */
export const confirmationJob = (platform: Platform): JobDefinition<ConfirmationJobData> => ({
  name: confirmationJobName,
  lane: 'bulk',
  run: async ({ orgId }, { signal }) => {
    const until = performance.now() + jobLimitMs
    while (!signal.aborted && performance.now() < until) {
      const outcome = await platform.db.withOrg(orgId, (tx) => sendNextRequest(platform, tx))
      if (outcome === 'enough') return
      if (outcome === 'nobody') {
        await platform.db.withOrg(orgId, clearWaiting)
        return
      }
    }
  },
})

/** Starts a job in each organization with open requests. Two jobs at once are harmless: each contact is locked by one. */
export const confirmationTick = ({ db, jobs }: Platform): Tick => ({
  name: 'ask-imported-people',
  everyMs: 5_000,
  run: async () => {
    for (const orgId of await db.withSystem(orgsWithConfirmationRequests))
      await db.withOrg(orgId, (tx) => jobs.send<ConfirmationJobData>(tx, confirmationJobName, { orgId }, { retryLimit: 0 }))
  },
})

/** `enough`: no more letters in this minute. */
async function sendNextRequest(platform: Platform, tx: OrgTx): Promise<'asked' | 'enough' | 'nobody'> {
  const next = await nextConfirmationRequest(tx)
  if (!next) return 'nobody'
  // The contact first, as everybody does who writes about one.
  const contact = await lockContact(tx, next.contactId)
  const ask = await lockConfirmationRequest(tx, next)
  if (!ask) return 'asked'
  await lockPurposesShared(tx)
  const purpose = (await listPurposes(tx)).find(({ key, archivedAt }) => key === ask.purpose && archivedAt === null)
  const email = contact?.email ?? null
  const reason = purpose ? await reasonAgainst(platform, tx, ask, email) : 'no_purpose'
  if (reason || !contact || !email || !purpose) {
    await settleConfirmationRequest(tx, ask, reason ?? 'no_address')
    return 'asked'
  }
  const minute = await countHit(platform.db, `asks:${tx.orgId}`, platform.config.confirmationsPerMinute, 60)
  if (!minute.allowed) return 'enough'
  try {
    const ref = { orgId: tx.orgId, contactId: contact.id, channel: 'email' as const, purpose: purpose.key }
    await postConfirmation(platform, tx, contact, { purposeName: purpose.name, url: confirmationUrl(platform, email, ref) })
  } catch (error) {
    // Their mailbox had its share of letters from everybody: refused before anything was written.
    if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error
    await settleConfirmationRequest(tx, ask, 'limited')
    return 'asked'
  }
  await recordConsent(tx, [
    { contactId: contact.id, channel: 'email', purpose: purpose.key, status: 'pending', source: 'import', proof: ask.proof },
  ])
  await settleConfirmationRequest(tx, ask, '')
  return 'asked'
}

/** Why no request is sent; null if one is. */
async function reasonAgainst(platform: Platform, tx: OrgTx, ask: WaitingAsk, email: string | null): Promise<string | null> {
  if (!email) return 'no_address'
  if (await isSuppressed(platform, tx, { channel: 'email', address: email })) return 'suppressed'
  if ((await findContactByAddress(tx, 'email', email))?.emailState === 'bounced') return 'bounced'
  const stands = (await findConsents(tx, ask.contactId)).find(({ channel, purpose }) => channel === 'email' && purpose === ask.purpose)
  if (stands?.status === 'granted' || stands?.status === 'withdrawn') return stands.status
  // They signed up on a form, or were asked by hand, not long ago.
  const isRecent = stands !== undefined && platform.clock.now().getTime() - stands.at.getTime() < confirmAgainDays * dayMs
  return isRecent ? 'asked' : null
}
