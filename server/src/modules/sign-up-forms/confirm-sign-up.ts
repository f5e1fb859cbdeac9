import { contactLimits } from '@imperium/contract/contacts/contacts.ts'
import { consentEvents } from '@imperium/contract/events/consents.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { endHidden, findConsents, hiddenConsents, liftSuppression, listPurposes, recordConsent } from '../consents/index.ts'
import type { ConsentSource, PurposeRow, SignUpLinks } from '../consents/index.ts'
import { findContact, listFields, readCustom, readTags, updateContact } from '../contacts/index.ts'
import { queueSmsQuestion } from './confirm-by-sms.ts'
import { countOn, findForm, findSignUp, setConfirmed } from './sign-up-store.ts'
import type { FormRow, SignUpRow } from './sign-up-store.ts'

interface SignUpState {
  signUp: SignUpRow
  status: 'pending' | 'granted' | 'ended'
  /** What it was for, as people read it. */
  purposes: readonly PurposeRow[]
}

/** The state of a sign-up; null if it does not exist. Its link does not restore consent that was withdrawn since. */
async function readSignUp(tx: OrgTx, id: string): Promise<SignUpState | null> {
  const signUp = await findSignUp(tx, id)
  if (!signUp) return null
  const [purposes, standing] = await Promise.all([listPurposes(tx), findConsents(tx, signUp.contactId)])
  const mine = purposes.filter(({ key }) => signUp.purposes.includes(key))
  const consentTo = (key: string) => standing.find(({ channel, purpose }) => channel === 'email' && purpose === key)
  if (signUp.confirmedAt) {
    const isOn = mine.some(({ key }) => consentTo(key)?.status === 'granted')
    return { signUp, status: isOn ? 'granted' : 'ended', purposes: mine }
  }
  const open = mine.filter(({ key, archivedAt }) => {
    const stands = consentTo(key)
    return archivedAt === null && !(stands?.status === 'withdrawn' && stands.at > signUp.at)
  })
  return { signUp, status: open.length > 0 ? 'pending' : 'ended', purposes: open.length > 0 ? open : mine }
}

/** Applies a confirmed sign-up once: consent, values of empty fields, tags, figures and events. */
export async function settleSignUp(
  platform: Platform,
  tx: OrgTx,
  id: string,
  by: { source: ConsentSource; proof: Record<string, unknown> },
): Promise<void> {
  const state = await readSignUp(tx, id)
  if (state?.status !== 'pending') return
  const { signUp, purposes } = state
  const { contactId } = signUp
  const form = await findForm(tx, signUp.formId)
  const contact = await findContact(tx, contactId)
  if (!form || !contact?.email) return
  const since = await liftSuppression(platform, tx, {
    channel: 'email',
    address: contact.email,
    reasons: ['unsubscribed'],
    why: 'double-opt-in',
  })
  const chosen = purposes.map(({ key }) => key)
  if (since) {
    const hidden = await hiddenConsents(tx, { contactIds: [contactId], channel: 'email', since })
    const ended = hidden.filter(({ purpose, before }) => before !== 'granted' && !chosen.includes(purpose))
    await endHidden(platform, tx, ended, { channel: 'email', source: by.source })
  }
  const standing = await findConsents(tx, contactId)
  // Behind a suppression nothing stood: it is by their own word that it does now.
  const fresh = purposes.filter(
    ({ key }) =>
      since !== null || !standing.some(({ channel, purpose, status }) => channel === 'email' && purpose === key && status === 'granted'),
  )
  await recordConsent(
    tx,
    fresh.map(({ key }) => ({ contactId, channel: 'email', purpose: key, status: 'granted', source: by.source, proof: by.proof })),
  )
  await fillGaps(platform, tx, { signUp, form })
  await setConfirmed(tx, id)
  // Only now: the number costs money and may be anybody's, and so far only a form named it.
  if (signUp.sms) await queueSmsQuestion(platform, tx, { signUpId: id })
  await countOn(tx, form.id, 'confirmed_count')
  await platform.events.emitAll(
    tx,
    consentEvents.subscribed,
    fresh.map(({ key }) => ({ contactId, channel: 'email', purpose: key, source: by.source, formId: form.id })),
  )
}

/** Values from a public page never overwrite known ones. */
async function fillGaps(platform: Platform, tx: OrgTx, { signUp, form }: { signUp: SignUpRow; form: FormRow }): Promise<void> {
  const before = await findContact(tx, signUp.contactId)
  if (!before) return
  const { given } = signUp
  const missing = Object.fromEntries(Object.entries(given.custom).filter(([key]) => !Object.hasOwn(before.custom, key)))
  const context = { tx, actor: { name: form.name }, audit: () => undefined }
  await updateContact(platform, context, signUp.contactId, {
    ...(before.firstName || before.lastName ? {} : { firstName: given.firstName, lastName: given.lastName }),
    ...(before.phone === null && given.phone ? { phone: given.phone } : {}),
    // Fields may have changed between the form and the letter: what does not fit any more is left out.
    custom: readCustom(await listFields(tx), {}, missing, []),
    tags: readTags([...before.tags, ...form.definition.tags]).slice(0, Math.max(contactLimits.tags, before.tags.length)),
  })
}

/** What was shown on the form, and when, stands beside the click that confirms it. */
async function confirmSignUp(platform: Platform, tx: OrgTx, id: string, proof: Record<string, unknown>): Promise<void> {
  const signUp = await findSignUp(tx, id)
  if (!signUp) return
  const { form, formId, version, text } = signUp.proof
  await settleSignUp(platform, tx, id, {
    source: 'double-opt-in',
    proof: { ...proof, text, form, formId, version, signedUpAt: signUp.at.toISOString(), signedUpFrom: signUp.proof['ipAddress'] },
  })
}

/** The link of a sign-up, as the page of confirmation asks for it. */
export const signUpLinks = (platform: Platform): SignUpLinks => ({
  read: async (tx, id) => {
    const state = await readSignUp(tx, id)
    if (!state) return null
    const { contactId, sms, given } = state.signUp
    return { contactId, purposes: state.purposes.map(({ name }) => name), status: state.status, smsTo: sms ? given.phone : null }
  },
  confirm: (tx, id, proof) => confirmSignUp(platform, tx, id, proof),
})
