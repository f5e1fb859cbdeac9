import type { OrgTx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  consentsOn,
  lockPurposesShared,
  isSuppressed,
  listPurposes,
  lockContactsWithPhone,
  recordConsent,
  markRequested,
  textQuestion,
  wasNumberRequested,
} from '../consents/index.ts'
import type { LockedContact, PurposeRow } from '../consents/index.ts'
import { countTextMessage } from '../contacts/index.ts'
import { findForm, findSignUp, markSmsRequested, wasSmsRequested } from './sign-up-store.ts'
import type { SignUpRow } from './sign-up-store.ts'

const jobName = 'contacts.askBySms'
interface SmsConfirmationData {
  orgId: string
  signUpId: string
}

/** A number gets one request in so many days, over all contacts. */
const confirmAgainDays = 30
const dayMs = 86_400_000

/** Questions of an organization an hour, besides what a country and a row of numbers take: mailboxes anybody has as many as they like. */
const mostPerHour = 300
/** A request that stays above the limits for a day is dropped: the form is forgotten by then. */
const patienceMs = dayMs

/** Asks the number of a confirmed sign-up for its YES: a form proves a mailbox, never a telephone. */
export const smsConfirmationJob = (platform: Platform): JobDefinition<SmsConfirmationData> => ({
  name: jobName,
  lane: 'transactional',
  run: ({ orgId, signUpId }) => platform.db.withOrg(orgId, (tx) => requestConfirmationBySms(platform, tx, signUpId)),
})

/** In the transaction that confirms the sign-up, or once there may be room again. */
export const queueSmsQuestion = (
  { jobs, clock }: Platform,
  tx: OrgTx,
  { signUpId, waitSeconds = 0 }: { signUpId: string; waitSeconds?: number },
): Promise<void> =>
  jobs.send<SmsConfirmationData>(
    tx,
    jobName,
    { orgId: tx.orgId, signUpId },
    waitSeconds > 0 ? { startAfter: new Date(clock.now().getTime() + waitSeconds * 1_000) } : {},
  )

interface Question {
  signUp: SignUpRow
  number: string
  contact: LockedContact
  purposes: readonly PurposeRow[]
}

async function requestConfirmationBySms(platform: Platform, tx: OrgTx, signUpId: string): Promise<void> {
  const question = await findQuestion(platform, tx, signUpId)
  if (!question) return
  const { signUp, number, contact, purposes } = question
  const waitSeconds =
    (await countTextMessage(platform, tx, { kind: 'sms-asks', number, inAll: mostPerHour })) ??
    (await post(platform, tx, contact, { number, names: purposes.map(({ name }) => name), signUp }))
  if (waitSeconds !== null) {
    const age = platform.clock.now().getTime() - (signUp.confirmedAt?.getTime() ?? 0)
    if (age < patienceMs) await queueSmsQuestion(platform, tx, { signUpId, waitSeconds })
    return
  }
  await recordConsent(
    tx,
    purposes.map(({ key }) => ({
      contactId: contact.id,
      channel: 'sms',
      purpose: key,
      status: 'pending',
      source: 'form',
      proof: { ...signUp.proof, text: signUp.sms?.words, signedUpAt: signUp.at.toISOString() },
    })),
  )
  const hash = platform.hashAddress(number)
  const keys = purposes.map(({ key }) => key)
  await markRequested(tx, contact.id, keys, hash)
  await markSmsRequested(tx, signUp.id, hash)
}

/** Null where there is nothing to ask: the number is another one by now, or said all that it will say. */
async function findQuestion(platform: Platform, tx: OrgTx, signUpId: string): Promise<Question | null> {
  const signUp = await findSignUp(tx, signUpId)
  const number = signUp?.given.phone ?? null
  if (!signUp?.sms || !signUp.confirmedAt || signUp.smsAskedAt || number === null) return null
  const form = await findForm(tx, signUp.formId)
  if (!form?.definition.smsConsent) return null
  const people = await lockContactsWithPhone(tx, number)
  // Who is known by another number keeps it: consent is to the number that messages go to.
  const contact = people.find(({ id }) => id === signUp.contactId)
  if (!contact || !(await mayBeRequested(platform, tx, number))) return null
  await lockPurposesShared(tx)
  const open = await openPurposes(tx, { signUp, people })
  return open.length > 0 ? { signUp, number, contact, purposes: open } : null
}

/** Not who said no for good, and no number twice in a month: by a form, by hand or by the API, as whichever contact. */
async function mayBeRequested(platform: Platform, tx: OrgTx, number: string): Promise<boolean> {
  if (await isSuppressed(platform, tx, { channel: 'sms', address: number })) return false
  const hash = platform.hashAddress(number)
  const since = new Date(platform.clock.now().getTime() - confirmAgainDays * dayMs)
  return !(await wasSmsRequested(tx, hash, since)) && !(await wasNumberRequested(tx, { hash, since }))
}

/**
 * Purposes that the number has not confirmed yet. Contacts share a number: consent of another contact counts already, and an opt-out of
 * another contact is not overruled. The person's own no of before they signed up is: they have asked anew.
 */
async function openPurposes(tx: OrgTx, { signUp, people }: { signUp: SignUpRow; people: readonly LockedContact[] }): Promise<PurposeRow[]> {
  const consent = await consentsOn(
    tx,
    people.map(({ id }) => id),
    'sms',
  )
  const isDecided = (key: string) =>
    consent.some(
      ({ contactId, purpose, status, at }) =>
        purpose === key && (status === 'granted' || (status === 'withdrawn' && (contactId !== signUp.contactId || at > signUp.at))),
    )
  return (await listPurposes(tx)).filter(({ key, archivedAt }) => archivedAt === null && signUp.purposes.includes(key) && !isDecided(key))
}

/** @returns after how many seconds to try again where it cannot be sent now; nothing was written then. */
async function post(
  platform: Platform,
  tx: OrgTx,
  contact: LockedContact,
  { number, names, signUp }: { number: string; names: readonly string[]; signUp: SignUpRow },
): Promise<number | null> {
  try {
    const language = signUp.sms?.language
    await textQuestion(platform, tx, contact, { purposeName: names.join(', '), phone: number, ...(language ? { language } : {}) })
    return null
  } catch (error) {
    // The telephone had its share of messages from everybody, or the organization has no account for SMS at this moment.
    if (!(error instanceof AppError) || (error.code !== 'RATE_LIMITED' && error.status !== 409)) throw error
    return error.retryAfterSeconds ?? 3_600
  }
}
