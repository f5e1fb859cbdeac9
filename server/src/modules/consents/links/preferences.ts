import type { PreferencePage } from '@imperium/contract/contacts/consents.ts'
import { languages } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { hintOf } from '../../../platform/crypto/address-hash.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findProfile } from '../../organizations/index.ts'
import { followMerge } from '../../contacts/index.ts'
import { findConsents, findLockedContact } from '../consent-store.ts'
import type { LockedContact, StandingConsent } from '../consent-store.ts'
import { grantConsent } from '../grant-consent.ts'
import { openLink } from './link-token.ts'
import type { LinkRef } from './link-token.ts'
import { listPurposes } from '../purposes/purpose-store.ts'
import type { PurposeRow } from '../purposes/purpose-store.ts'
import { readReachSettings } from '../reach/settings-store.ts'
import { liftSuppression } from '../suppressions/suppress.ts'
import { suppressionsOfContact } from '../suppressions/suppression-store.ts'
import type { ContactSuppression } from '../suppressions/suppression-store.ts'
import { withdrawConsent } from '../withdraw-consent.ts'
import type { PageLook } from '../../../platform/page-look.ts'
import { pageLookIn } from '../../branding/index.ts'

const gone = () => notFound('This link is invalid or expired.')

export const languageOf = (locale: string | null): Language | null =>
  languages.find((each) => each === locale?.toLowerCase().split('-')[0]) ?? null

export interface OrganizationTexts {
  name: string
  website: string
  contactEmail: string
  /** Of its pages; the reply of an operation leaves it out. */
  look: PageLook | null
}

/** What the public pages say of the organization. @throws 404 where it is gone. */
export async function findOrganizationTexts(tx: OrgTx): Promise<OrganizationTexts> {
  const profile = await findProfile(tx, tx.orgId)
  if (!profile) throw gone()
  return { name: profile.name, website: profile.website ?? '', contactEmail: profile.contactEmail ?? '', look: await pageLookIn(tx) }
}

/** What a link of ours says, with who the contact is now. @throws 404 for any other text, and for links of another kind. */
export async function withLink<T>(
  platform: Platform,
  token: string,
  kinds: readonly LinkRef['kind'][],
  work: (tx: OrgTx, ref: LinkRef) => Promise<T>,
): Promise<T> {
  const ref = openLink(platform, token)
  if (!ref || !kinds.includes(ref.kind)) throw gone()
  return platform.db.withOrg(ref.orgId, async (tx) => {
    const contactId = ref.kind === 'preview' ? ref.contactId : await followMerge(tx, ref.contactId)
    return work(tx, { ...ref, contactId })
  })
}

const shown = ['unsubscribe', 'preferences', 'preview'] as const
const acting = ['unsubscribe', 'preferences'] as const

export const openPreferences = (platform: Platform, token: string): Promise<PreferencePage> =>
  withLink(platform, token, shown, (tx, ref) => readPage(tx, ref))

async function readPage(tx: OrgTx, ref: LinkRef): Promise<PreferencePage> {
  const [organization, settings, purposes] = await Promise.all([findOrganizationTexts(tx), readReachSettings(tx), listPurposes(tx)])
  const active = purposes.filter((each) => !each.archivedAt)
  const about = purposes.find((each) => each.key === ref.purpose)
  const page = {
    organization,
    title: settings.pageTitle,
    text: settings.pageText,
    channel: ref.channel,
    purpose: about ? { key: about.key, name: about.name } : null,
  }
  if (ref.kind === 'preview') return { ...page, kind: 'preview', language: null, ...previewChoices(active) }
  const contact = await findLockedContact(tx, ref.contactId)
  if (!contact) throw gone()
  const [standing, suppressions] = await Promise.all([findConsents(tx, contact.id), suppressionsOfContact(tx, contact.id)])
  return { ...page, kind: 'person', language: languageOf(contact.locale), ...choicesOf({ ref, contact, active, standing, suppressions }) }
}

type Choices = Pick<PreferencePage, 'hint' | 'channels' | 'purposes'>

const previewChoices = (active: readonly PurposeRow[]): Choices => ({
  hint: 'a***@example.com',
  channels: [{ channel: 'email', hint: 'a***@example.com', closed: false }],
  purposes: active.map(({ key, name, description }) => ({ key, name, description, granted: ['email'] })),
})

interface Standing {
  ref: LinkRef
  contact: LockedContact
  active: readonly PurposeRow[]
  standing: readonly StandingConsent[]
  suppressions: readonly ContactSuppression[]
}

/**
 * Channels are those that the person was ever asked about, and that of the link; an old message offers no new one. Web
 * hooks tell other systems of people and mean nothing to them: ended with everything, not chosen.
 */
function choicesOf({ ref, contact, active, standing, suppressions }: Standing): Choices {
  const request = (['email', 'sms', 'whatsapp', 'webhook'] as const).filter(
    (channel) => channel === ref.channel || (channel !== 'webhook' && standing.some((each) => each.channel === channel)),
  )
  const channels = request
    .filter((channel) => hintFor(contact, channel) !== null)
    .map((channel) => ({ channel, hint: hintFor(contact, channel) ?? '', closed: isClosed(suppressions, channel) }))
  const isOn = (channel: Channel, purpose: string) =>
    standing.some((each) => each.channel === channel && each.purpose === purpose && each.status === 'granted') &&
    !suppressions.some((each) => each.channel === channel)
  return {
    hint: hintFor(contact, ref.channel) ?? '',
    channels,
    purposes: active.map(({ key, name, description }) => ({
      key,
      name,
      description,
      granted: channels.filter(({ channel }) => isOn(channel, key)).map(({ channel }) => channel),
    })),
  }
}

/** Null where the person has no such address any more; of a web hook there is none to show. */
function hintFor(contact: LockedContact, channel: Channel): string | null {
  if (channel === 'webhook') return ''
  const address = channel === 'email' ? contact.email : contact.phone
  return address ? hintOf(address) : null
}

const isClosed = (suppressions: readonly ContactSuppression[], channel: Channel): boolean =>
  suppressions.some((each) => each.channel === channel && (each.id === null || each.reason !== 'unsubscribed'))

/** What is kept as proof of a word on one of the pages. */
const proofOf = (context: PublicContext, page: string) => ({
  page,
  ipAddress: context.ipAddress,
  userAgent: context.userAgent.slice(0, 300),
  requestId: context.requestId,
})

export interface Choice {
  channel: Channel
  purpose: string
  granted: boolean
}

/** Does what a person chose. @throws 404 for a link that is not ours, 409 for a choice that is not open to them. */
export const savePreferences = (
  platform: Platform,
  context: PublicContext,
  token: string,
  choices: readonly Choice[],
): Promise<PreferencePage> =>
  withLink(platform, token, acting, async (tx, ref) => {
    const before = await readPage(tx, ref)
    const proof = proofOf(context, 'preferences')
    const reopened = new Set<Channel>()
    for (const choice of choices.filter((each) => each.granted && !isGranted(before, each)))
      if (await agree(platform, tx, { ref, before, choice, proof })) reopened.add(choice.channel)
    for (const { channel, purpose } of refusedOf(await findConsents(tx, ref.contactId), choices, reopened))
      await withdrawConsent(platform, tx, {
        contactId: ref.contactId,
        channel,
        purpose,
        source: 'preference-centre',
        proof,
        sendId: ref.sendId,
      })
    return readPage(tx, ref)
  })

const isGranted = ({ purposes }: PreferencePage, { channel, purpose }: Choice): boolean =>
  purposes.some((each) => each.key === purpose && each.granted.includes(channel))

/**
 * What stands, or waits, and is not wanted. The ledger says it, not the page: consent behind an address that is suppressed is not shown, and
 * would be in force, unticked, as soon as a choice opens the channel again (`reopened`).
 */
const refusedOf = (
  standing: readonly StandingConsent[],
  choices: readonly Choice[],
  reopened: ReadonlySet<Channel>,
): readonly StandingConsent[] =>
  standing.filter((each) => {
    if (each.status === 'withdrawn') return false
    const choice = choices.find(({ channel, purpose }) => channel === each.channel && purpose === each.purpose)
    return choice ? !choice.granted : reopened.has(each.channel)
  })

interface Agreement {
  ref: LinkRef
  before: PreferencePage
  choice: Choice
  proof: Record<string, unknown>
}

/** @returns whether the channel was closed by the person's own no until now. @throws 409 */
async function agree(platform: Platform, tx: OrgTx, { ref, before, choice, proof }: Agreement): Promise<boolean> {
  const purpose = before.purposes.find((each) => each.key === choice.purpose)
  const open = before.channels.find((each) => each.channel === choice.channel && !each.closed)
  if (!purpose || !open) throw conflict('This choice is no longer available. Reload the page.')
  const contact = await findLockedContact(tx, ref.contactId)
  const address = choice.channel === 'email' ? contact?.email : contact?.phone
  const lifted =
    address && choice.channel !== 'webhook'
      ? await liftSuppression(platform, tx, { channel: choice.channel, address, reasons: ['unsubscribed'], why: 'preference-centre' })
      : null
  await grantConsent(platform, tx, {
    contactId: ref.contactId,
    channel: choice.channel,
    purpose,
    source: 'preference-centre',
    proof: { ...proof, text: purpose.name },
  })
  return lifted !== null
}

/** Ends what the message of the link is about, or everything on every channel. */
export const endByLink = (platform: Platform, context: PublicContext, token: string, everything: boolean): Promise<PreferencePage> =>
  withLink(platform, token, acting, async (tx, ref) => {
    const standing = everything ? await findConsents(tx, ref.contactId) : []
    const ends = new Set([ref.channel, ...standing.map((each) => each.channel)])
    for (const channel of ends)
      await end(platform, tx, { ...ref, channel, purpose: everything ? null : ref.purpose }, proofOf(context, 'unsubscribe'))
    return readPage(tx, ref)
  })

const end = (platform: Platform, tx: OrgTx, ref: LinkRef, proof: Record<string, unknown>): Promise<boolean> =>
  withdrawConsent(platform, tx, {
    contactId: ref.contactId,
    channel: ref.channel,
    purpose: ref.purpose,
    source: 'unsubscribe',
    proof,
    sendId: ref.sendId,
  })

/** One click of a mail program. Who is erased is not written to any more: done, too. @throws 404 for a link that is not ours. */
export async function endByOneClick(platform: Platform, context: PublicContext, token: string): Promise<void> {
  const ref = openLink(platform, token)
  if (ref?.kind !== 'unsubscribe') throw gone()
  await withLink(platform, token, ['unsubscribe'], (tx, found) => end(platform, tx, found, proofOf(context, 'one-click')))
}
