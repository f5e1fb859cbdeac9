import { isMac } from '../../../platform/signed-http/signatures.ts'
import type { ReadHeader } from '../../../platform/signed-http/signatures.ts'

/** Twilio: HMAC-SHA1 over the address as it was called and the fields of the form, sorted by name. */
export function isSignedByTwilio(url: string, form: URLSearchParams, authToken: string, header: ReadHeader): boolean {
  const fields = [...form].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const text = url + fields.map(([name, value]) => name + value).join('')
  return isMac(header('x-twilio-signature'), { hash: 'sha1', encoding: 'base64' }, authToken, text)
}
