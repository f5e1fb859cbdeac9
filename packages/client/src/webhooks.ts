import type { EventData } from './api.gen.ts'

/** An event as it is posted: `event` says which data it has. */
export type WebhookEvent = {
  [Type in keyof EventData]: { id: string; event: Type; timestamp: string; data: EventData[Type] & Record<string, unknown> }
}[keyof EventData]

export interface WebhookDelivery {
  /** The body as it came, before anything parsed it. */
  body: string | Uint8Array
  /** Of the request: a `Headers`, or Node's object. */
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
  /** `whsec_…`; while you replace it, both. */
  secret: string | readonly string[]
  /** 300 unless given. */
  toleranceSeconds?: number
  /** Milliseconds; the clock unless given. */
  now?: number
}

/** The delivery is not ours, was changed, or is too old to be believed. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError'
}

const encoder = new TextEncoder()
type Bytes = Uint8Array<ArrayBuffer>

/** The event of a delivery whose `webhook-signature` (Standard Webhooks) is right. @throws WebhookSignatureError */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  const id = headerOf(delivery, 'webhook-id')
  const timestamp = headerOf(delivery, 'webhook-timestamp')
  const signatures = headerOf(delivery, 'webhook-signature').split(' ')
  const seconds = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  const distance = Math.abs((delivery.now ?? Date.now()) / 1000 - seconds)
  if (!(distance <= (delivery.toleranceSeconds ?? 300))) throw new WebhookSignatureError('The timestamp is too far away.')
  const body = bytesOf(delivery.body)
  const given = signatures.filter((each) => each.startsWith('v1,')).map((each) => decodeBase64(each.slice(3)))
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), body)
  return accept(delivery, given, signed, (secret) => decodeBase64(secret.replace(/^whsec_/, '')))
}

/**
 * The same by `x-imperium-signature` (`sha256=<hex>`), for receivers that know only this form. It covers the body without a time, so an old delivery
 * passes again: remember the ids that you have handled. @throws WebhookSignatureError
 */
export async function verifyWebhookSha256(delivery: Omit<WebhookDelivery, 'toleranceSeconds' | 'now'>): Promise<WebhookEvent> {
  const hex = /^sha256=((?:[0-9a-f]{2})+)$/i.exec(headerOf(delivery, 'x-imperium-signature'))?.[1] ?? ''
  const given = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return accept(delivery, [given], bytesOf(delivery.body), (secret) => encoder.encode(secret))
}

/** `crypto.subtle.verify` compares in constant time. */
async function accept(
  { secret, body }: Pick<WebhookDelivery, 'secret' | 'body'>,
  given: readonly (Bytes | null)[],
  signed: Bytes,
  keyOf: (secret: string) => Bytes | null,
): Promise<WebhookEvent> {
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const raw = keyOf(each)
    if (!raw || raw.length === 0) throw new TypeError('This is no secret of a webhook.')
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of given)
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
        return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent
  }
  throw new WebhookSignatureError('The signature is not right.')
}

function headerOf({ headers }: Pick<WebhookDelivery, 'headers'>, name: string): string {
  const found = headers instanceof Headers ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof found !== 'string' || found === '') throw new WebhookSignatureError(`The header ${name} is missing.`)
  return found
}

const bytesOf = (body: string | Uint8Array): Bytes => (typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body))

function joined(first: Bytes, second: Bytes): Bytes {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

function decodeBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (each) => each.charCodeAt(0))
  } catch {
    return null
  }
}
