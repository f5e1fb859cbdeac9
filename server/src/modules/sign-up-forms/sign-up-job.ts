import type { Language } from '@imperium/contract/languages.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { AboutPerson } from '../../platform/jobs/erase-jobs.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { languageQuery } from '../../platform/public-page.ts'
import {
  findConsents,
  isSuppressed,
  listPurposes,
  lockContact,
  postConfirmation,
  readReachSettings,
  recordConsent,
  signUpUrl,
} from '../consents/index.ts'
import type { LockedContact, StandingConsent } from '../consents/index.ts'
import { createContactFrom } from '../contacts/index.ts'
import { settleSignUp } from './confirm-sign-up.ts'
import type { Submission } from './read-submission.ts'
import { findForm, findSignUp, insertSignUp, deleteOldSignUps } from './sign-up-store.ts'
import type { SmsWish } from './sign-up-store.ts'
import type { Tick } from '../../platform/tick.ts'

export const signUpJobName = 'contacts.signUp'

export interface SignUpOrder extends Omit<Submission, 'wantsSms'> {
  id: string
  formId: string
  language: Language
  proof: Record<string, unknown>
  /** Null: no text messages were asked for. */
  sms: SmsWish | null
}

export interface SignUpJobData extends AboutPerson {
  orgId: string
  signUpId: string
  /** A `SignUpOrder`. */
  sealed: string
}

/** Processes a sign-up: finds or creates the contact, records pending consents and sends the confirmation email. */
export const signUpJob = (platform: Platform): JobDefinition<SignUpJobData> => ({
  name: signUpJobName,
  lane: 'transactional',
  run: async ({ orgId, signUpId, sealed }) => {
    const sent = JSON.parse(platform.keyRing.decrypt(sealed, `sign-up:${signUpId}`)) as SignUpOrder
    // One of the release before knows nothing of text messages.
    const order = { ...sent, sms: (sent as Partial<SignUpOrder>).sms ?? null }
    await platform.db.withOrg(orgId, (tx) => signUp(platform, tx, order))
  },
})

/** As long as people may take to look into their mailbox. */
const confirmWithinDays = 30

export const signUpTick = ({ db }: Platform): Tick => ({
  name: 'forget-sign-ups',
  everyMs: 3_600_000,
  run: () => db.withSystem((tx) => deleteOldSignUps(tx, confirmWithinDays)),
})

async function signUp(platform: Platform, tx: OrgTx, order: SignUpOrder): Promise<void> {
  const form = await findForm(tx, order.formId)
  // A job that comes again after its commit.
  if (!form || (await findSignUp(tx, order.id))) return
  const blocked = await isSuppressed(platform, tx, { channel: 'email', address: order.email })
  // Only who unsubscribed may come back by their own word; what bounced, complained or was erased is left alone.
  if (blocked && !(blocked.level === 'organization' && blocked.reason === 'unsubscribed')) return
  const { contact: found } = await createContactFrom(platform, tx, {
    email: order.email,
    ...order.given,
    locale: order.language,
    source: 'form',
    sourceDetail: form.name,
  })
  const contact = await lockContact(tx, found.id)
  if (!contact || found.emailState === 'bounced') return
  const consents = await findConsents(tx, contact.id)
  const standing = consents.filter(({ channel }) => channel === 'email')
  const statusOf = (key: string) => standing.find(({ purpose }) => purpose === key)?.status
  const wanted = order.purposes.filter((key) => blocked !== null || statusOf(key) !== 'granted')
  const sms = wantsSmsStill(order, contact, consents) ? order.sms : null
  if (wanted.length === 0 && !sms) return
  await insertSignUp(tx, { ...order, sms, contactId: contact.id, purposes: sms ? order.purposes : wanted })
  const settings = await readReachSettings(tx)
  const mustConfirm =
    sms !== null ||
    form.definition.doubleOptIn ||
    settings.doubleOptIn ||
    blocked !== null ||
    wanted.some((key) => statusOf(key) === 'withdrawn')
  if (mustConfirm) await ask(platform, tx, { order: { ...order, sms }, contact, standing, wanted, fixed: form.definition.language })
  else await settleSignUp(platform, tx, order.id, { source: 'form', proof: order.proof })
}

/**
 * Whether the box for text messages asks for anything that this person has not agreed to with this number. Only what is known of
 * themselves counts: what is known of the number, by others, would show in whether a letter comes.
 */
function wantsSmsStill({ sms, given, purposes }: SignUpOrder, contact: LockedContact, consents: readonly StandingConsent[]): boolean {
  if (!sms || !given.phone) return false
  const agreed = consents.filter(({ channel, status }) => channel === 'sms' && status === 'granted')
  return contact.phone !== given.phone || !purposes.every((key) => agreed.some(({ purpose }) => purpose === key))
}

interface Confirmation {
  order: SignUpOrder
  contact: LockedContact
  standing: readonly StandingConsent[]
  wanted: readonly string[]
  /** Of a form that speaks one language: the page of the link speaks it, too. */
  fixed: Language | null
}

/** Notes what waits and writes the letter. A "no" stays what it is until the link is followed: anybody may have sent the form. */
async function ask(platform: Platform, tx: OrgTx, { order, contact, standing, wanted, fixed }: Confirmation): Promise<void> {
  const waiting = wanted.filter((key) => !standing.some(({ purpose, status }) => purpose === key && status !== 'pending'))
  await recordConsent(
    tx,
    waiting.map((purpose) => ({ contactId: contact.id, channel: 'email', purpose, status: 'pending', source: 'form', proof: order.proof })),
  )
  const request = order.sms ? order.purposes : wanted
  const names = (await listPurposes(tx)).filter(({ key }) => request.includes(key)).map(({ name }) => name)
  try {
    await postConfirmation(platform, tx, contact, {
      purposeName: names.join(', '),
      language: order.language,
      ...(order.sms && order.given.phone ? { smsTo: order.given.phone } : {}),
      url: signUpUrl(platform, order.email, { orgId: tx.orgId, contactId: contact.id, signUpId: order.id }) + languageQuery(fixed),
    })
  } catch (error) {
    // Their mailbox had its share of letters from everybody: the sign-up waits, and the next one asks. Nothing was written before that.
    if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error
  }
}
