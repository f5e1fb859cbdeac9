import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { idFromBytes, idToBytes } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { publicUrlOf } from '../../../platform/http/host-owners.ts'

const kinds = ['quotation', 'invoice', 'webhook'] as const

/** What a link of sales is about: a document of an organization, or (with the organization's own id) its payment provider's calls. */
export interface SalesLink {
  kind: (typeof kinds)[number]
  orgId: string
  documentId: string
  /** Of the document's links: earlier ones are revoked. */
  version: number
}

type Sealer = Pick<Platform, 'hashAddress'>
type Addressed = Sealer & Pick<Platform, 'config'>

const tagBytes = 16

const tagOf = ({ hashAddress }: Sealer, plain: Buffer): Buffer =>
  createHmac('sha256', hashAddress('\0sales link tag')).update(plain).digest().subarray(0, tagBytes)
const keyOf = ({ hashAddress }: Sealer): Buffer => hashAddress('\0sales link text').subarray(0, 32)

/** The tag of the plain bytes is also the counter that they are encrypted from (SIV, RFC 5297): the same link is the same text every time. */
export function sealSalesLink(platform: Sealer, { kind, orgId, documentId, version }: SalesLink): string {
  // The first version is not written: its links are as they were before there were others.
  const later = version === 0 ? [] : [version >> 8, version & 0xff]
  const plain = Buffer.concat([Buffer.from([kinds.indexOf(kind)]), idToBytes(orgId), idToBytes(documentId), Buffer.from(later)])
  const tag = tagOf(platform, plain)
  return Buffer.concat([tag, createCipheriv('aes-256-ctr', keyOf(platform), tag).update(plain)]).toString('hex')
}

/** What a link says; null for one that is not ours, was changed, or is of another kind. */
export function openSalesLink(platform: Sealer, token: string, kind: SalesLink['kind']): SalesLink | null {
  if (!/^[0-9a-f]{98}([0-9a-f]{4})?$/.test(token)) return null
  const sealed = Buffer.from(token, 'hex')
  const tag = sealed.subarray(0, tagBytes)
  const plain = createDecipheriv('aes-256-ctr', keyOf(platform), tag).update(sealed.subarray(tagBytes))
  if (!timingSafeEqual(tag, tagOf(platform, plain)) || kinds[plain[0] ?? -1] !== kind) return null
  const version = plain.length > 33 ? plain.readUInt16BE(33) : 0
  return { kind, orgId: idFromBytes(plain.subarray(1, 17)), documentId: idFromBytes(plain.subarray(17, 33)), version }
}

interface Linked {
  id: string
  link_version: number
}
const pathOf = (platform: Sealer, kind: 'quotation' | 'invoice', orgId: string, { id, link_version: version }: Linked) =>
  sealSalesLink(platform, { kind, orgId, documentId: id, version })

export const quotePath = (platform: Sealer, orgId: string, row: Linked): string => `/quote/${pathOf(platform, 'quotation', orgId, row)}`
export const payPath = (platform: Sealer, orgId: string, row: Linked): string => `/pay/${pathOf(platform, 'invoice', orgId, row)}`

export const quoteUrl = (platform: Addressed, orgId: string, row: Linked): string =>
  publicUrlOf(platform, orgId) + quotePath(platform, orgId, row)
export const payUrl = (platform: Addressed, orgId: string, row: Linked): string =>
  publicUrlOf(platform, orgId) + payPath(platform, orgId, row)

/** Where the organization's payment provider tells of payments. */
export const webhookUrl = (platform: Addressed, orgId: string): string =>
  `${platform.config.publicUrl}/api/public/sales-payments/${sealSalesLink(platform, { kind: 'webhook', orgId, documentId: orgId, version: 0 })}`
