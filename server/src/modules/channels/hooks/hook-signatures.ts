import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../../platform/crypto/crypto.ts'

type ReadHeader = (name: string) => string | undefined

/** Twilio: HMAC-SHA1 over the address as it was called and the fields of the form, sorted by name. */
export function isSignedByTwilio(url: string, form: URLSearchParams, authToken: string, header: ReadHeader): boolean {
  const given = header('x-twilio-signature')
  if (!given || !authToken) return false
  const fields = [...form].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const text = url + fields.map(([name, value]) => name + value).join('')
  return constantTimeEqual(given, createHmac('sha1', authToken).update(text).digest('base64'))
}

/** WhatsApp: HMAC-SHA256 over the body with the app's secret. */
export function isSignedByWhatsapp(body: Uint8Array, appSecret: string, header: ReadHeader): boolean {
  const given = header('x-hub-signature-256')
  if (!given || !appSecret) return false
  return constantTimeEqual(given, `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`)
}

const toleranceSeconds = 300

/** Standard Webhooks: `id.timestamp.body`, not older or newer than five minutes (SEC-40); several signatures while a secret is replaced. */
export function isStandardSigned(body: Uint8Array, secret: string, header: ReadHeader, now: Date): boolean {
  const [id, timestamp, given] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')]
  if (!id || !timestamp || !given || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  return given
    .split(' ')
    .slice(0, 10)
    .some((each) => constantTimeEqual(each, expected))
}
