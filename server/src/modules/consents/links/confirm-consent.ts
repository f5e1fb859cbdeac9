import type { Language } from '@imperium/contract/languages.ts'
import { consentEvents } from '@imperium/contract/events/consents.ts'
import { hintOf } from '../../../platform/crypto/address-hash.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Extension } from '../../../platform/extension-point.ts'
import { findConsents, findLockedContact, lockContact } from '../consent-store.ts'
import type { LockedContact } from '../consent-store.ts'
import { addressMark } from './link-token.ts'
import type { LinkRef } from './link-token.ts'
import { findOrganizationTexts, languageOf, withLink } from './preferences.ts'
import type { OrganizationTexts } from './preferences.ts'
import { listPurposes } from '../purposes/purpose-store.ts'
import { recordConsent } from '../record-consent.ts'

const kinds = ['confirm', 'sign-up'] as const

/** What stands behind the link of a sign-up form: several purposes at once. */
export interface SignUpLink {
  contactId: string
  /** Names of what it was for. */
  purposes: readonly string[]
  status: Confirmation['status']
  /** The number that wants text messages. */
  smsTo: string | null
}

/** The module of the forms registers these when it is made. */
export interface SignUpLinks {
  read: (tx: OrgTx, signUpId: string) => Promise<SignUpLink | null>
  confirm: (tx: OrgTx, signUpId: string, proof: Record<string, unknown>) => Promise<void>
}

const signUpLinks = extensionPoint<SignUpLinks>()

export const onSignUpLink = (links: SignUpLinks): Extension => signUpLinks.entry(links)

/** The subject of a confirmation link and its state. */
export interface Confirmation {
  organization: OrganizationTexts
  /** The person's own, where it is one of ours. */
  language: Language | null
  hint: string
  purposeName: string
  /** `ended`: withdrawn in the meantime, and this link confirms nothing any more. */
  status: 'pending' | 'granted' | 'ended'
  /** A number that is asked by SMS once this is confirmed; `isOther`: it is not the one that the person is known by, and is not asked. */
  sms: { hint: string; isOther: boolean } | null
}

/** @throws 404 */
export const readConfirmation = (platform: Platform, token: string): Promise<Confirmation> =>
  withLink(platform, token, kinds, (tx, ref) => read(platform, tx, ref))

/** Turns consent that waits into consent that stands; what was withdrawn in the meantime stays so. */
export const confirmConsent = (platform: Platform, context: PublicContext, token: string): Promise<Confirmation> =>
  withLink(platform, token, kinds, async (tx, ref) => {
    await lockContact(tx, ref.contactId)
    const before = await read(platform, tx, ref)
    const { contactId, channel, purpose } = ref
    if (before.status !== 'pending' || purpose === null) return before
    const proof = {
      page: 'confirm',
      text: before.purposeName,
      ipAddress: context.ipAddress,
      userAgent: context.userAgent.slice(0, 300),
      requestId: context.requestId,
    }
    if (ref.kind === 'sign-up') await signUpLinks.of(platform)[0]?.confirm(tx, purpose, proof)
    else {
      await recordConsent(tx, [{ contactId, channel, purpose, status: 'granted', source: 'double-opt-in', proof }])
      await platform.events.emit(tx, consentEvents.subscribed, { contactId, channel, purpose, source: 'double-opt-in', formId: null })
    }
    return { ...before, status: 'granted' }
  })

async function read(platform: Platform, tx: OrgTx, ref: LinkRef): Promise<Confirmation> {
  const contact = await findLockedContact(tx, ref.contactId)
  if (!contact) throw notFound('This link is invalid or expired.')
  const [organization, purposes, standing] = await Promise.all([
    findOrganizationTexts(tx),
    listPurposes(tx),
    findConsents(tx, ref.contactId),
  ])
  const address = {
    organization,
    language: languageOf(contact.locale),
    hint: contact.email ? hintOf(contact.email) : '',
  }
  const isSame = contact.email !== null && addressMark(platform, contact.email) === ref.sendId
  if (ref.kind === 'sign-up') {
    const state = (await signUpLinks.of(platform)[0]?.read(tx, ref.purpose ?? '')) ?? null
    const purposeName = state?.purposes.join(', ') ?? ''
    const isTheirs = isSame && state?.contactId === ref.contactId
    return { ...address, purposeName, status: isTheirs ? state.status : 'ended', sms: isTheirs ? smsOf(state, contact) : null }
  }
  const stands = standing.find((each) => each.channel === ref.channel && each.purpose === ref.purpose)
  return {
    ...address,
    purposeName: purposes.find((each) => each.key === ref.purpose)?.name ?? ref.purpose ?? '',
    status: !isSame || !stands || stands.status === 'withdrawn' ? 'ended' : stands.status,
    sms: null,
  }
}

/** The same whatever is known of the number by others: who signs up with a number that is not theirs learns nothing of it. */
const smsOf = ({ smsTo }: SignUpLink, contact: LockedContact): Confirmation['sms'] =>
  smsTo ? { hint: hintOf(smsTo), isOther: contact.phone !== null && contact.phone !== smsTo } : null
