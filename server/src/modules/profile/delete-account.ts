import { deletionGraceDays } from '@imperium/contract/auth/profile.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Caller } from '../../platform/auth/auth-context.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountName, queueAccountEmail } from '../../platform/mail/account-email.ts'
import { endSessionsOf, eraseAccount, findPerson, issueToken, listDueDeletions, scheduleDeletion, spendToken } from '../auth/index.ts'
import type { Person } from '../auth/index.ts'
import { listOwned, ownsOrganization } from '../organizations/index.ts'
import { writeAccountEmail } from './write-account-email.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'
import { writeDate } from '../../platform/text/write-date.ts'

const minutes = 60
const graceMs = deletionGraceDays * 86_400_000
const batch = 50

/** An organization must have an owner: transfer or delete it first. */
async function refuseOwner(tx: AuthTx, userId: string): Promise<void> {
  const names = await listOwned(tx, userId)
  if (names.length > 0) {
    throw conflict(
      message('You are the only owner of {organizations}. Transfer the ownership or delete the organization first.', {
        organizations: names.join(', '),
      }),
      'LAST_OWNER',
    )
  }
}

/** Emails the link that begins the deletion. */
export async function requestDeletion(platform: Platform, tx: AuthTx, caller: Caller): Promise<void> {
  await refuseOwner(tx, caller.userId)
  const { email, userId } = caller
  const token = await issueToken(tx, { userId, purpose: 'delete-account', email, minutes, now: platform.clock.now() })
  const url = `${platform.config.publicUrl}/delete-account#token=${token}`
  const emailMessage = writeAccountEmail('confirmDeletion', {
    language: caller.preferences.language,
    url,
    values: { days: String(deletionGraceDays) },
  })
  await queueAccountEmail(platform, tx, { userId, to: email }, emailMessage)
}

/** The mailed link was opened: every session ends, and the account is erased when the grace period is over. */
export async function confirmDeletion(platform: Platform, context: PublicContext, token: string): Promise<{ deletesAt: string }> {
  const now = platform.clock.now()
  const deletesAt = new Date(now.getTime() + graceMs)
  await platform.db.withAuth(async (tx) => {
    const used = await spendToken(tx, token, 'delete-account', now)
    const person = used && (await findPerson(tx, used.userId))
    if (!person || person.status !== 'ACTIVE')
      throw invalid([{ path: 'token', message: 'This link is no longer valid. Please ask for a new one.' }])
    await refuseOwner(tx, person.id)
    await scheduleDeletion(tx, person.id, deletesAt)
    await endSessionsOf(tx, person.id, 'account deletion')
    await signal(tx, accessChanged({ userId: person.id }))
    const { preferences } = person
    const emailMessage = writeAccountEmail('deletionScheduled', {
      language: preferences.language,
      url: `${platform.config.publicUrl}/login`,
      values: { date: writeDate(deletesAt, preferences) },
    })
    await queueAccountEmail(platform, tx, { userId: person.id, to: person.email }, emailMessage)
    await record(tx, person, 'profile.confirmDeletion', { ipAddress: context.ipAddress, requestId: context.requestId })
  })
  return { deletesAt: deletesAt.toISOString() }
}

/** The user signed in again within the grace period and keeps the account. */
export async function cancelDeletion(platform: Platform, tx: AuthTx, caller: Caller): Promise<void> {
  const person = await findPerson(tx, caller.userId)
  if (!person?.deletesAt) return
  await scheduleDeletion(tx, person.id, null)
  await signal(tx, accessChanged({ userId: person.id }))
  const emailMessage = writeAccountEmail('deletionCancelled', { language: person.preferences.language })
  await queueAccountEmail(platform, tx, { userId: person.id, to: person.email }, emailMessage)
}

/**
 * Erases accounts after their grace period. A user's work stays with the organizations; the audit keeps names, since its chain cannot be
 * rewritten (docs/security/personal-data.md). Skips users who are owners by now. Safe to run twice.
 */
export async function eraseDueAccounts(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const due = await db.withSystem((tx) => listDueDeletions(tx, clock.now(), batch))
  for (const person of due) {
    try {
      await eraseOne(platform, person)
    } catch (error) {
      log.error({ err: error, userId: person.id }, 'an account could not be erased; it is tried again')
    }
  }
}

async function eraseOne(platform: Platform, person: Person): Promise<void> {
  await platform.db.withSystem(async (tx) => {
    if (await ownsOrganization(tx, person.id)) {
      platform.log.warn({ userId: person.id }, 'an account that is to be erased owns an organization; it waits')
      return
    }
    // Afterwards the account has no organization.
    const name = await accountName(platform, tx, person.id)
    await platform.erasePerson(tx, person.id)
    if (!(await eraseAccount(tx, person.id, platform.clock.now()))) return
    await signal(tx, accessChanged({ userId: person.id }))
    const emailMessage = writeAccountEmail('accountErased', { language: person.preferences.language })
    await queueAccountEmail(platform, tx, { userId: person.id, to: person.email, name }, emailMessage)
    // Without name and address: only that it happened.
    await recordAudit(tx, null, {
      actor: { kind: 'system', id: null, name: 'Imperium' },
      action: 'profile.erased',
      target: { kind: 'user', id: person.id },
    })
  })
}

const record = (tx: AuthTx, person: Person, action: string, origin: { ipAddress: string; requestId: string }) =>
  recordAudit(tx, null, {
    actor: { kind: 'user', id: person.id, name: `${person.firstName} ${person.lastName}` },
    action,
    target: { kind: 'user', id: person.id },
    ...origin,
  })
