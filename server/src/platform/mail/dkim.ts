/** DKIM (RFC 6376), rsa-sha256, relaxed/relaxed. A signature takes a part of a millisecond, so mails to many are signed on the mail thread. */
import { createHash, createPrivateKey, sign as signBytes, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PreparedMail } from './prepared-mail.ts'

export interface DkimKey {
  domain: string
  selector: string
  /** PKCS 8 PEM. */
  privateKey: string
}

const keys = new LRUCache<string, KeyObject>({ max: 500 })

const keyOf = (pem: string): KeyObject => {
  const known = keys.get(pem)
  if (known) return known
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'rsa') throw new TypeError('A DKIM key must be an RSA key.')
  keys.set(pem, key)
  return key
}

/** Signed once more than they occur: adding another one breaks the signature. */
const SEALED = ['from', 'to', 'subject', 'reply-to', 'date', 'message-id', 'mime-version', 'content-type'] as const
/** Servers may change these in transit; all our other headers are signed, both List-Unsubscribe headers among them (RFC 8058). */
const UNSIGNED = new Set(['return-path', 'received', 'content-transfer-encoding'])

/** Amazon SES rewrites these; an email with headers for SES is sent by it. */
const BY_SES = new Set(['message-id', 'date'])

/** Headers for the provider, which removes them. */
const isForProvider = (name: string): boolean => /^x-(smtpapi|mailgun-|pm-|ses-)/.test(name)

/** A header in relaxed form: name in lower case, unfolded, runs of white space as one space. */
export const relaxHeader = (name: string, value: string): string =>
  `${name.toLowerCase().trim()}:${value
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()}`

/** A body in relaxed form: runs of white space as one space, none at line ends, no empty lines at the end. Empty stays empty. */
export const relaxBody = (body: string): string => {
  let relaxed = body
  if (relaxed.includes('\t') || relaxed.includes('  ')) relaxed = relaxed.replaceAll(/[ \t]+/g, ' ')
  if (relaxed.includes(' \r\n')) relaxed = relaxed.replaceAll(' \r\n', '\r\n')
  if (relaxed.endsWith(' ')) relaxed = relaxed.slice(0, -1)
  let end = relaxed.length
  while (end >= 2 && relaxed.startsWith('\r\n', end - 2)) end -= 2
  return end === 0 ? '' : `${relaxed.slice(0, end)}\r\n`
}

/** Breaks base64 into lines that fit. White space in it does not count. */
const foldBase64 = (text: string): string => text.replaceAll(/.{72}(?=.)/g, '$&\r\n ')

const foldNames = (names: readonly string[]): string => {
  let folded = ''
  let column = 3
  for (const name of names) {
    if (column + name.length + 1 > 72) {
      folded += '\r\n '
      column = 1
    }
    folded += folded === '' ? name : `:${name}`
    column += name.length + 1
  }
  return folded
}

/** The value of the `DKIM-Signature` header of an email, signed at `now`. Throws when the key is invalid. */
export const signMail = (mail: PreparedMail, { domain, selector, privateKey }: DkimKey, now: Date): string => {
  const isSentBySes = mail.headers.some(([name]) => name.toLowerCase().startsWith('x-ses-'))
  const isSigned = (name: string): boolean => !UNSIGNED.has(name) && !isForProvider(name) && !(isSentBySes && BY_SES.has(name))
  const signed = mail.headers.filter(([name]) => isSigned(name.toLowerCase()))
  const names = [...signed.map(([name]) => name.toLowerCase()), ...SEALED.filter(isSigned)]
  const bodyHash = createHash('sha256').update(relaxBody(mail.body)).digest('base64')
  const seconds = Math.floor(now.getTime() / 1_000)
  const unsigned =
    `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=${selector}; t=${seconds};\r\n` +
    ` h=${foldNames(names)};\r\n bh=${bodyHash};\r\n b=`
  const lines = signed.map(([name, value]) => `${relaxHeader(name, value)}\r\n`).join('')
  const signature = signBytes('sha256', Buffer.from(`${lines}${relaxHeader('DKIM-Signature', unsigned)}`), keyOf(privateKey))
  return `${unsigned}${foldBase64(signature.toString('base64'))}`
}
