import { createECDH, hkdfSync } from 'node:crypto'
import type { HttpOut } from '../http-out/http-out.ts'

/** A browser's push endpoint, and the keys that only it can decrypt with (RFC 8291). */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface Push {
  /** Identifies this installation to the push services (RFC 8292): browsers subscribe with it. Base64url. */
  publicKey: string
  /** Whether a browser can be notified: valid keys, and an https URL or one that the operator allows by name; never an internal one. */
  mayUse(target: PushTarget): Promise<boolean>
  /** Sends one message, encrypted for the browser. `gone`: the subscription ended, delete it. Throws when a retry may succeed. */
  send(target: PushTarget, message: object, options: { topic: string; urgent: boolean }): Promise<'sent' | 'gone'>
}

interface PushOptions {
  signingKey: string
  httpOut: HttpOut
  egressAllow: readonly string[]
  publicUrl: string
}

const dayInSeconds = 86_400

/**
 * The key pair follows from the signing key, which is generated once and kept: every process has the same one, and a restored
 * backup keeps its subscribers.
 */
function deriveKeys(signingKey: string): { publicKey: string; privateKey: string } {
  const ecdh = createECDH('prime256v1')
  for (let round = 0; ; round++) {
    const scalar = Buffer.from(hkdfSync('sha256', signingKey, '', `imperium web push ${round}`, 32))
    try {
      ecdh.setPrivateKey(scalar)
      return { publicKey: ecdh.getPublicKey('base64url'), privateKey: scalar.toString('base64url') }
    } catch (error) {
      // One in 2^32 texts is no scalar of the curve; eight in a row have another cause.
      if (round === 8) throw error
    }
  }
}

/** Whether a browser's key lies on the curve. */
function isPoint(p256dh: string): boolean {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    return ecdh.computeSecret(Buffer.from(p256dh, 'base64url')).length === 32
  } catch {
    return false
  }
}

/** Creates the client for push services; all requests go through `httpOut` (R29). */
export function createPush({ signingKey, httpOut, egressAllow, publicUrl }: PushOptions): Push {
  const keys = deriveKeys(signingKey)
  // The contact that RFC 8292 asks for; services reject a plain http URL.
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:operator@imperium.example'
  const isAllowed = ({ protocol, host, hostname }: URL) =>
    protocol === 'https:' || egressAllow.includes(host) || egressAllow.includes(hostname)
  return {
    publicKey: keys.publicKey,
    mayUse: async ({ endpoint, p256dh }) => {
      const url = URL.parse(endpoint)
      if (!url || !isAllowed(url) || !isPoint(p256dh)) return false
      return httpOut.checkUrl(endpoint).then(
        () => true,
        () => false,
      )
    },
    send: async ({ endpoint, p256dh, auth }, message, { topic, urgent }) => {
      // Loaded with the first message: at rest it would only take memory.
      const { default: webPush } = await import('web-push')
      const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
        vapidDetails: { subject, ...keys },
        TTL: dayInSeconds,
        urgency: urgent ? 'high' : 'normal',
        topic,
      })
      const headers = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'content-length')
      const response = await httpOut.fetch(endpoint, {
        method: 'POST',
        headers,
        body: request.body,
        timeoutMs: 10_000,
      })
      await response.body?.cancel()
      if (response.ok) return 'sent'
      // 404 and 410: the browser unsubscribed. 400, 401 and 403: created for other keys than ours, which no retry changes.
      if ([400, 401, 403, 404, 410].includes(response.status)) return 'gone'
      throw new Error(`The push service answered ${response.status}.`)
    },
  }
}
