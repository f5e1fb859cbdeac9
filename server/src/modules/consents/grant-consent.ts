import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { chooseLanguage } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { consentEvents } from '@imperium/contract/events/consents.ts'
import { hintOf } from '../../platform/crypto/address-hash.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { conflict, limited, notFound } from '../../platform/errors.ts'
import { limitEmails } from '../../platform/mail/limit-emails.ts'
import { countHit } from '../../platform/auth/rate-limit.ts'
import { findEmailStyle } from '../email-designs/index.ts'
import { findProfile } from '../organizations/index.ts'
import { recordContactEvents } from '../contacts/index.ts'
import { findConsents, grantedConsents, lockContact, markRequested, wasContactRequested } from './consent-store.ts'
import type { LockedContact } from './consent-store.ts'
import { writeQuestion } from './keywords/keywords.ts'
import { postToContact, textToContact } from './contact-emails.ts'
import { confirmationUrl } from './links/link-token.ts'
import { recordConsent } from './record-consent.ts'
import type { ConsentSource, ConsentStatus } from './record-consent.ts'
import { readReachSettings } from './reach/settings-store.ts'
import type { ReachSettings } from './reach/settings-store.ts'
import { isSuppressed } from './suppressions/suppress.ts'
import { writeConfirmation } from './write-confirmation.ts'

export interface Grant {
  contactId: string
  channel: Channel
  /** Key and name: the email names what is confirmed. */
  purpose: { key: string; name: string }
  source: ConsentSource
  proof: Record<string, unknown>
  actorName?: string
}

/** Sources that need no confirmation: the contact's own action at the address, or a list that recorded consent before. */
const confirmed: readonly ConsentSource[] = ['import', 'preference-centre', 'double-opt-in', 'keyword', 'merge']
/** Within this time, no second confirmation email is sent. */
const confirmationEveryMs = 10 * 60_000

/** On which channels consent recorded by others needs the contact's confirmation. */
export const mustConfirm = ({ doubleOptIn, doubleOptInSms }: ReachSettings, channel: Channel): channel is 'email' | 'sms' =>
  (channel === 'email' && doubleOptIn) || (channel === 'sms' && doubleOptInSms)

/**
 * Records consent. Under double opt-in it stays pending, and an email or SMS asks for confirmation. Granted consent stays unchanged.
 * @returns the current status; null without such a contact. @throws 409 if no SMS can be sent
 */
export async function grantConsent(platform: Platform, tx: OrgTx, grant: Grant): Promise<ConsentStatus | null> {
  const { contactId, channel, purpose } = grant
  const contact = await lockContact(tx, contactId)
  if (!contact) return null
  const [settings, standing] = await Promise.all([readReachSettings(tx), findConsents(tx, contactId)])
  const now = standing.find((each) => each.channel === channel && each.purpose === purpose.key)
  if (now?.status === 'granted') return 'granted'
  const asks = mustConfirm(settings, channel) && !confirmed.includes(grant.source) ? channel : null
  const status = asks ? 'pending' : 'granted'
  await recordConsent(tx, [{ ...grant, purpose: purpose.key, status }])
  if (status === 'granted')
    await platform.events.emit(tx, consentEvents.subscribed, {
      contactId,
      channel,
      purpose: purpose.key,
      source: grant.source,
      formId: null,
    })
  const since = new Date(platform.clock.now().getTime() - confirmationEveryMs)
  const isFresh =
    now?.status === 'pending' && now.at > since && (asks !== 'sms' || (await isNumberRequested(platform, tx, contact, purpose.key, since)))
  if (asks && !isFresh) await requestConfirmation(platform, tx, contact, { ...grant, channel: asks })
  return status
}

/** Whether the current number was asked since then. */
const isNumberRequested = async (
  platform: Platform,
  tx: OrgTx,
  { id, phone }: LockedContact,
  purpose: string,
  since: Date,
): Promise<boolean> => phone !== null && (await wasContactRequested(tx, id, purpose, { hash: platform.hashAddress(phone), since }))

/** Why consent waits again, for the ledger. */
export const addressChanged = { email: 'The email address changed.', sms: 'The phone number changed.' } as const

export interface NewAddresses {
  actorName: string
  /** The import that gave them: with it, that their consent waits is taken back. */
  importId?: string
  /** The import that is taken back, and with it the consent that it recorded, which must not seem to wait. */
  exceptImport?: string
}

/** Under double opt-in, consent confirmed at one address does not count for another: it becomes pending again. */
export async function awaitNewAddresses(
  tx: OrgTx,
  contactIds: readonly string[],
  on: 'email' | 'sms',
  { actorName, importId, exceptImport }: NewAddresses,
): Promise<void> {
  if (contactIds.length === 0 || !mustConfirm(await readReachSettings(tx), on)) return
  const granted = await grantedConsents(tx, contactIds, on, exceptImport ?? null)
  const how = importId === undefined ? ({ source: 'manual' } as const) : ({ source: 'import' } as const)
  const proof = { text: addressChanged[on], ...(importId === undefined ? {} : { importId }) }
  await recordConsent(
    tx,
    granted.map((each) => ({ ...each, ...how, channel: on, status: 'pending', proof, actorName })),
  )
}

interface Question extends Pick<Grant, 'contactId' | 'purpose' | 'actorName'> {
  channel: 'email' | 'sms'
}

const countConfirmation = (platform: Platform, { contactId, channel, purpose }: Question) =>
  countHit(platform.db, `confirmation:${contactId}:${channel}:${purpose.key}`, 1, confirmationEveryMs / 1_000)

/**
 * Sends the confirmation of pending consent again. @throws 404 without such a contact; 409 if nothing is pending; 429 right after the last.
 */
export async function sendConfirmationAgain(platform: Platform, tx: OrgTx, question: Question): Promise<void> {
  const { contactId, channel, purpose } = question
  const contact = await lockContact(tx, contactId)
  if (!contact) throw notFound()
  const standing = await findConsents(tx, contactId)
  const waits = standing.some((each) => each.channel === channel && each.purpose === purpose.key && each.status === 'pending')
  if (!waits) throw conflict('This contact has no pending confirmation.')
  const address = channel === 'email' ? contact.email : contact.phone
  if (!address) throw conflict('The contact has no address for this channel.')
  if (await isSuppressed(platform, tx, { channel, address })) throw conflict('This contact opted out of this channel.', 'SUPPRESSED')
  const last = await countConfirmation(platform, question)
  if (!last.allowed) throw limited(last.resetSeconds, 'The confirmation was sent a few minutes ago. Please wait before you send it again.')
  await requestConfirmation(platform, tx, contact, question)
}

async function requestConfirmation(platform: Platform, tx: OrgTx, contact: LockedContact, question: Question): Promise<void> {
  const { channel, purpose, actorName } = question
  const address = channel === 'email' ? contact.email : contact.phone
  if (!address) return
  // A suppressed address gets no confirmation request either.
  if (await isSuppressed(platform, tx, { channel, address })) return
  await countConfirmation(platform, question)
  if (channel === 'sms') {
    await textQuestion(platform, tx, contact, { purposeName: purpose.name, phone: address, actorName: actorName ?? '' })
    return markRequested(tx, contact.id, [purpose.key], platform.hashAddress(address))
  }
  const ref = { orgId: tx.orgId, contactId: contact.id, channel, purpose: purpose.key }
  await postConfirmation(platform, tx, contact, {
    purposeName: purpose.name,
    url: confirmationUrl(platform, address, ref),
    actorName: actorName ?? '',
  })
}

/**
 * Asks by SMS for a YES (`applyKeyword`). The caller checks permission to write and notes the number (`markRequested`).
 * @throws 429; 409 where the organization has no account for SMS
 */
export async function textQuestion(
  platform: Platform,
  tx: OrgTx,
  contact: LockedContact,
  { purposeName, phone, language, actorName = '' }: { purposeName: string; phone: string; language?: Language; actorName?: string },
): Promise<void> {
  await limitEmails(platform.db, phone)
  const organization = (await findProfile(tx, tx.orgId))?.name ?? ''
  const text = writeQuestion(contact.locale ?? language ?? null, { organization, purpose: purposeName })
  await textToContact(platform, tx, { contactId: contact.id, text, from: organization })
  await recordContactEvents(tx, [
    { contactId: contact.id, type: 'consent.asked', actorName, data: { channel: 'sms', purpose: purposeName } },
  ])
}

interface ConfirmationEmail {
  purposeName: string
  url: string
  language?: Language
  /** The number to ask by SMS after the link was followed. */
  smsTo?: string
  actorName?: string
}

/** Sends the confirmation email. The caller checks permission to write. @throws 429 */
export async function postConfirmation(
  platform: Platform,
  tx: OrgTx,
  contact: LockedContact,
  { purposeName, url, language, smsTo, actorName = '' }: ConfirmationEmail,
): Promise<void> {
  if (!contact.email) return
  await limitEmails(platform.db, contact.email)
  const organization = await findProfile(tx, tx.orgId)
  const written = writeConfirmation({
    language: chooseLanguage(contact.locale ?? language),
    organizationName: organization?.name ?? '',
    purposeName,
    url,
    smsHint: smsTo ? hintOf(smsTo) : null,
    style: await findEmailStyle(tx),
  })
  await postToContact(platform, tx, { contactId: contact.id, address: contact.email, ...written })
  await recordContactEvents(tx, [
    { contactId: contact.id, type: 'consent.asked', actorName, data: { channel: 'email', purpose: purposeName } },
  ])
}
