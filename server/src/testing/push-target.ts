import { createECDH, randomBytes } from 'node:crypto'
import { newId } from '../platform/ids.ts'

/** A push subscription with a literal public IP address: nothing is resolved, and nothing is sent. */
export function newPushTarget(): { endpoint: string; keys: { p256dh: string; auth: string } } {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  return { endpoint: `https://93.184.215.14/push/${newId()}`, keys }
}
