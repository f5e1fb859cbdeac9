import type { Confirmation } from '@imperium/contract/consents.ts'
import { hintOf } from '../../../platform/address-hash.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findConsents, findHeldContact, lockContact } from './consent-store.ts'
import { addressMark } from './link-token.ts'
import type { LinkRef } from './link-token.ts'
import { findOrganizationWords, languageOf, withLink } from './preferences.ts'
import { listPurposes } from './purposes.ts'
import { recordConsent } from './record-consent.ts'

export const openConfirmation = (platform: Platform, token: string): Promise<Confirmation> =>
  withLink(platform, token, ['confirm'], (tx, ref) => read(platform, tx, ref))

/** Turns consent that waits into consent that stands; what was withdrawn in the meantime stays so. */
export const confirmConsent = (platform: Platform, context: PublicContext, token: string): Promise<Confirmation> =>
  withLink(platform, token, ['confirm'], async (tx, ref) => {
    await lockContact(tx, ref.contactId)
    const before = await read(platform, tx, ref)
    if (before.status !== 'pending' || ref.purpose === null) return before
    await recordConsent(tx, [
      {
        contactId: ref.contactId,
        channel: ref.channel,
        purpose: ref.purpose,
        status: 'granted',
        source: 'double-opt-in',
        proof: {
          page: 'confirm',
          text: before.purposeName,
          ipAddress: context.ipAddress,
          userAgent: context.userAgent.slice(0, 300),
          requestId: context.requestId,
        },
      },
    ])
    return { ...before, status: 'granted' }
  })

async function read(platform: Platform, tx: OrgTx, ref: LinkRef): Promise<Confirmation> {
  const contact = await findHeldContact(tx, ref.contactId)
  if (!contact) throw notFound('This link is not valid, or no longer.')
  const [organization, purposes, standing] = await Promise.all([
    findOrganizationWords(tx),
    listPurposes(tx),
    findConsents(tx, ref.contactId),
  ])
  const isSame = contact.email !== null && addressMark(platform, contact.email) === ref.sendId
  const stands = standing.find((each) => each.channel === ref.channel && each.purpose === ref.purpose)
  return {
    organization,
    language: languageOf(contact.locale),
    hint: contact.email ? hintOf(contact.email) : '',
    purposeName: purposes.find((each) => each.key === ref.purpose)?.name ?? ref.purpose ?? '',
    status: !isSame || !stands || stands.status === 'withdrawn' ? 'ended' : stands.status,
  }
}
