import { createCipheriv, createDecipheriv, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { channels } from '@imperium/contract/contacts/reach.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { idFromBytes, idToBytes, zeroId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { publicUrlOf } from '../../../platform/http/host-owners.ts'

const kinds = ['unsubscribe', 'preferences', 'confirm', 'preview', 'sign-up'] as const

/** What a link of a letter is about. It names people by id only, and says nothing to who reads it. */
export interface LinkRef {
  kind: (typeof kinds)[number]
  orgId: string
  /** The zero id in a preview. */
  contactId: string
  channel: Channel
  /** Null: all purposes. Of a sign-up: its id, which names several. */
  purpose: string | null
  /** The send whose message holds the link, so that its figures tell what came of it. */
  sendId: string | null
}

type Sealer = Pick<Platform, 'hashAddress'>

const tagBytes = 16
const fixedBytes = 1 + 16 + 16 + 1 + 16
const longest = fixedBytes + 40

// Keys as objects: handed over as bytes, each use would cost more than what it does.
const keys = new WeakMap<Sealer['hashAddress'], { tag: KeyObject; text: KeyObject }>()

// Derived from the key of the addresses, which outlives every rotation: links in letters must work for years.
function keysOf({ hashAddress }: Sealer) {
  const known = keys.get(hashAddress)
  if (known) return known
  const made = { tag: createSecretKey(hashAddress('\0consent link tag')), text: createSecretKey(hashAddress('\0consent link text')) }
  keys.set(hashAddress, made)
  return made
}

const tagOf = (key: KeyObject, plain: Buffer): Buffer => createHmac('sha256', key).update(plain).digest().subarray(0, tagBytes)

/**
 * Seals a link: the tag of the plain bytes is also the counter they are encrypted from (the construction of SIV, RFC 5297), so the
 * same link is the same text every time and a repeated message stays the same message. About 100 characters; without expiry.
 */
export function sealLink(platform: Sealer, ref: LinkRef): string {
  const plain = Buffer.concat([
    Buffer.from([kinds.indexOf(ref.kind)]),
    idToBytes(ref.orgId),
    idToBytes(ref.contactId),
    Buffer.from([channels.indexOf(ref.channel)]),
    idToBytes(ref.sendId ?? zeroId),
    Buffer.from(ref.purpose ?? ''),
  ])
  const { tag: tagKey, text } = keysOf(platform)
  const tag = tagOf(tagKey, plain)
  return Buffer.concat([tag, createCipheriv('aes-256-ctr', text, tag).update(plain)]).toString('base64url')
}

/** What a link says; null for one that is not ours or was changed. */
export function openLink(platform: Sealer, token: string): LinkRef | null {
  if (!/^[\w-]{80,160}$/.test(token)) return null
  const sealed = Buffer.from(token, 'base64url')
  const size = sealed.length - tagBytes
  // One text for one link: what a decoder passes over is no other spelling of it.
  if (size < fixedBytes || size > longest || sealed.toString('base64url') !== token) return null
  const { tag: tagKey, text } = keysOf(platform)
  const tag = sealed.subarray(0, tagBytes)
  const plain = createDecipheriv('aes-256-ctr', text, tag).update(sealed.subarray(tagBytes))
  if (!timingSafeEqual(tag, tagOf(tagKey, plain))) return null
  const kind = kinds[plain[0] ?? -1]
  const channel = channels[plain[33] ?? -1]
  if (!kind || !channel) return null
  const sendId = idFromBytes(plain.subarray(34, 50))
  return {
    kind,
    orgId: idFromBytes(plain.subarray(1, 17)),
    contactId: idFromBytes(plain.subarray(17, 33)),
    channel,
    purpose: plain.subarray(fixedBytes).toString() || null,
    sendId: sendId === zeroId ? null : sendId,
  }
}

export type UnsubscribeRef = Omit<LinkRef, 'kind'>

export const unsubscribeToken = (platform: Sealer, ref: UnsubscribeRef): string => sealLink(platform, { ...ref, kind: 'unsubscribe' })

export function readUnsubscribeToken(platform: Sealer, token: string): UnsubscribeRef | null {
  const ref = openLink(platform, token)
  return ref?.kind === 'unsubscribe' ? ref : null
}

type Speaker = Pick<Platform, 'hashAddress' | 'config'>

/** The addresses that end a subscription: the page for people, and the one that takes the POST of RFC 8058 (`List-Unsubscribe`). */
export function unsubscribeUrls(platform: Speaker, ref: UnsubscribeRef): { page: string; oneClick: string } {
  const token = unsubscribeToken(platform, ref)
  const publicUrl = publicUrlOf(platform, ref.orgId)
  return { page: `${publicUrl}/unsubscribe/${token}`, oneClick: `${publicUrl}/api/unsubscribe/${token}` }
}

/** The page on which a person chooses what to get. */
export const preferencesUrl = (platform: Speaker, ref: Omit<UnsubscribeRef, 'purpose'>): string =>
  `${publicUrlOf(platform, ref.orgId)}/preferences/${sealLink(platform, { ...ref, purpose: null, kind: 'preferences' })}`

/** A preview of the page without a contact: saves nothing. For test sends too. */
export const previewUrl = (platform: Speaker, orgId: string): string =>
  `${publicUrlOf(platform, orgId)}/preferences/${sealLink(platform, { kind: 'preview', orgId, contactId: zeroId, channel: 'email', purpose: null, sendId: null })}`

/** What a letter of confirmation was sent to, in the place where other links hold their send: another address is not confirmed by it. */
export const addressMark = ({ hashAddress }: Sealer, address: string): string => idFromBytes(hashAddress(address).subarray(0, 16))

export const confirmationUrl = (platform: Speaker, address: string, ref: Omit<UnsubscribeRef, 'sendId'>): string =>
  `${publicUrlOf(platform, ref.orgId)}/confirm/${sealLink(platform, { ...ref, sendId: addressMark(platform, address), kind: 'confirm' })}`

/** The same for all purposes of a sign-up. */
export const signUpUrl = (platform: Speaker, address: string, ref: { orgId: string; contactId: string; signUpId: string }): string =>
  `${publicUrlOf(platform, ref.orgId)}/confirm/${sealLink(platform, {
    kind: 'sign-up',
    orgId: ref.orgId,
    contactId: ref.contactId,
    channel: 'email',
    purpose: ref.signUpId,
    sendId: addressMark(platform, address),
  })}`
