import { markOf } from '@imperium/contract/channels/content-marks.ts'
import type { Platform } from '../../../platform/platform.ts'
import { EgressError } from '../../../platform/http-out/egress-error.ts'
import { openSecret } from '../accounts/account-secret.ts'
import type { ChannelAccount } from '../accounts/accounts-store.ts'

/** A file of an inbound message that the provider stores. */
export interface RemoteMedia {
  kind: 'image' | 'video' | 'audio' | 'document' | 'sticker'
  contentType: string
  /** '' if the sender gave none. */
  name: string
  /** WhatsApp: the file's id; Twilio: its address. */
  ref: string
}

export const describeMedia = ({ kind, name }: Pick<RemoteMedia, 'kind' | 'name'>): string => markOf(kind, name)

const families = ['image', 'video', 'audio'] as const
export const kindOfType = (contentType: string): RemoteMedia['kind'] =>
  families.find((family) => contentType.startsWith(`${family}/`)) ?? 'document'

const maxBytes = 10 * 1024 * 1024
const endings: Readonly<Record<string, string>> = { jpeg: 'jpg', mpeg: 'mp3', plain: 'txt', 'svg+xml': 'svg', quicktime: 'mov' }

function fileName({ kind, name }: RemoteMedia, contentType: string): string {
  if (name !== '') return name
  const subtype = /^[\w.-]+\/([\w.+-]+)/.exec(contentType)?.[1] ?? ''
  const ending = endings[subtype] ?? subtype
  return /^[a-z0-9]{2,5}$/.test(ending) ? `${kind}.${ending}` : kind
}

export interface FetchedMedia {
  name: string
  contentType: string
  bytes: Buffer
}

/**
 * Downloads a file from the account's provider. Null if it is gone or too large; the message keeps its text.
 * @throws EgressError if a retry may succeed.
 */
export async function fetchMedia(platform: Platform, account: ChannelAccount, media: RemoteMedia): Promise<FetchedMedia | null> {
  const ask = account.provider === 'whatsapp-cloud' ? fetchFromWhatsapp : fetchFromTwilio
  try {
    const response = await ask(platform, account, media.ref)
    if (response && (response.status >= 500 || response.status === 429)) throw new EgressError('bad_response', `HTTP ${response.status}`)
    if (!response?.ok) return null
    const contentType = (response.headers.get('content-type') ?? media.contentType).split(';')[0]?.trim() || 'application/octet-stream'
    const bytes = Buffer.from(await response.arrayBuffer())
    return { name: fileName(media, contentType), contentType, bytes }
  } catch (error) {
    if (error instanceof EgressError && error.reason === 'too_large') return null
    throw error
  }
}

const bounds = { timeoutMs: 60_000, maxBytes, maxRedirects: 3 } as const

/** Asks for the file's URL first, then downloads it; the token is sent only to Meta's own hosts. */
async function fetchFromWhatsapp({ httpOut, keyRing }: Platform, account: ChannelAccount, id: string): Promise<Response | null> {
  const { baseUrl = '' } = account.settings
  const { accessToken = '' } = openSecret(keyRing, account.id, account.secretSealed)
  const headers = { authorization: `Bearer ${accessToken}` }
  const found = await httpOut.fetch(`${baseUrl.replace(/\/+$/, '')}/${encodeURIComponent(id)}`, {
    headers,
    timeoutMs: 20_000,
    maxBytes: 65_536,
  })
  if (!found.ok) return found
  const { url } = (await found.json()) as { url?: unknown }
  const address = typeof url === 'string' ? URL.parse(url) : null
  if (!address) return null
  const isTheirs =
    address.origin === new URL(baseUrl).origin ||
    (address.protocol === 'https:' && /(^|\.)(fbsbx\.com|facebook\.com|whatsapp\.net)$/.test(address.hostname))
  return isTheirs ? httpOut.fetch(address, { headers, ...bounds }) : null
}

/** The URL comes from a call that the provider signed; the password is sent only to the provider's own host, and not on a redirect. */
async function fetchFromTwilio({ httpOut, keyRing }: Platform, account: ChannelAccount, ref: string): Promise<Response | null> {
  const { baseUrl = '', accountSid = '' } = account.settings
  const { authToken = '' } = openSecret(keyRing, account.id, account.secretSealed)
  const address = URL.parse(ref)
  if (address?.origin !== new URL(baseUrl).origin) return null
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return httpOut.fetch(address, { headers: { authorization }, ...bounds })
}
