import { fromBase32, toBase32 } from '../../platform/crypto/base32.ts'
import { constantTimeEqual } from '../../platform/crypto/crypto.ts'
import { idFromBytes, idToBytes } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'

const idBytes = 16
const macBytes = 6
const shape = /^<ticket-([a-z2-7]{36})-[0-9a-f]{32}@/i

/** The keyed hash survives a key rotation, as emails in flight require. The prefix cannot be an address. */
const macOf = ({ hashAddress }: Pick<Platform, 'hashAddress'>, body: Buffer): Buffer =>
  hashAddress(`\0ticket\0${body.toString('hex')}`).subarray(0, macBytes)

/** The Message-ID of an answer: signed, so that only a reply to it names the ticket. */
export function ticketMailId(platform: Pick<Platform, 'hashAddress' | 'config'>, ticketId: string, messageId: string): string {
  const body = idToBytes(ticketId)
  const token = toBase32(Buffer.concat([body, macOf(platform, body)])).toLowerCase()
  return `<ticket-${token}-${messageId.replaceAll('-', '')}@${new URL(platform.config.publicUrl).hostname}>`
}

/** The ticket that an email replies to, or null. */
export function ticketOfMail(platform: Pick<Platform, 'hashAddress'>, references: readonly string[]): string | null {
  for (const reference of references) {
    const token = shape.exec(reference)?.[1]
    if (!token) continue
    const bytes = fromBase32(token.toLowerCase())
    const body = bytes.subarray(0, idBytes)
    const mac = bytes.subarray(idBytes, idBytes + macBytes)
    if (constantTimeEqual(macOf(platform, body).toString('hex'), mac.toString('hex'))) return idFromBytes(body)
  }
  return null
}
