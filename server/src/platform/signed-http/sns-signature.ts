import { X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { HttpOut } from '../http-out/http-out.ts'
import { isSignedByKey } from './schemes.ts'

export const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string().max(500),
  Message: z.string(),
  Timestamp: z.string().max(40),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string().max(2_000),
  SigningCertURL: z.string().max(500),
  Subject: z.string().nullish(),
  SubscribeURL: z.string().max(2_000).optional(),
  Token: z.string().max(1_000).optional(),
})
export type SnsMessage = z.output<typeof SnsMessage>

/** Certificates are downloaded only from SNS itself, whatever URL a message gives. */
const ofSns = /^sns\.[a-z]{2}[a-z0-9-]{2,30}\.amazonaws\.com(\.cn)?$/

/** The URL, if it is an https address of SNS; null for any other. */
export function snsAddress(text: string): URL | null {
  const url = URL.parse(text)
  const isTheirs = url?.protocol === 'https:' && url.port === '' && url.username === '' && ofSns.test(url.hostname)
  return isTheirs ? url : null
}

/** The signed text: these fields by name, each with its value on the next line. */
function signedText(message: SnsMessage): string {
  const { Type } = message
  const fields =
    Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const)
  return fields.map((name) => (message[name] == null ? '' : `${name}\n${message[name]}\n`)).join('')
}

/** Certificates by URL: SNS has a few, valid for years. Failed downloads are not cached. */
const certificates = new LRUCache<string, X509Certificate>({ max: 100, ttl: 86_400_000 })

async function certificateAt(httpOut: Pick<HttpOut, 'fetch'>, url: URL): Promise<X509Certificate | null> {
  const known = certificates.get(url.href)
  if (known) return known
  const response = await httpOut.fetch(url, { timeoutMs: 10_000, maxBytes: 64 * 1024 })
  const text = await response.text()
  if (!response.ok || !text.includes('BEGIN CERTIFICATE')) return null
  const certificate = new X509Certificate(text)
  certificates.set(url.href, certificate)
  return certificate
}

/** Whether SNS signed the message, with a currently valid certificate that SNS serves. @throws if the certificate cannot be downloaded */
export async function isSignedBySns(message: SnsMessage, httpOut: Pick<HttpOut, 'fetch'>, now: Date): Promise<boolean> {
  const address = snsAddress(message.SigningCertURL)
  if (!address?.pathname.endsWith('.pem')) return false
  const certificate = await certificateAt(httpOut, address)
  if (!certificate || new Date(certificate.validFrom) > now || new Date(certificate.validTo) < now) return false
  const digest = message.SignatureVersion === '1' ? 'sha1' : 'sha256'
  return isSignedByKey(message.Signature, digest, certificate.publicKey, signedText(message))
}
