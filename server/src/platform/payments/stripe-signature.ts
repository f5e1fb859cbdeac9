import { isMac, isStale } from '../signed-http/signatures.ts'

const scheme = { hash: 'sha256', encoding: 'hex' } as const

/** `t=<seconds>,v1=<hex>,...`: HMAC-SHA256 of `t.body` over the bytes as they came; several of v1 while a secret is being changed. */
export function isStripeSigned(secret: string, now: Date, body: Uint8Array, header: string | undefined): boolean {
  const parts = (header ?? '')
    .slice(0, 2_000)
    .split(',')
    .map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  // Older calls may be copies that someone kept.
  if (isStale(time, now)) return false
  return parts.some(([name, value]) => name === 'v1' && isMac(value, scheme, secret, `${time}.`, body))
}
