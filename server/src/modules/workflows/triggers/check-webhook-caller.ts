import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../../platform/crypto/crypto.ts'
import { unauthenticated } from '../../../platform/errors.ts'
import type { WebhookTarget } from './webhook-targets.ts'

/** A signed call is taken for this long, to either side: clocks differ. */
const toleranceSeconds = 300

interface Call {
  header(name: string): string | undefined
  body: Uint8Array
  now: Date
}

/** Whether the caller knows the secret, by saying it or by signing with it. @throws 401. */
export function checkWebhookCaller({ check, secret }: Pick<WebhookTarget, 'check' | 'secret'>, call: Call): void {
  if (check === 'secret' && !saysSecret(secret, call)) throw unauthenticated('The secret of the webhook is missing or wrong.')
  if (check === 'signature' && !isSigned(secret, call)) throw unauthenticated('The signature of the webhook is missing, wrong or too old.')
}

function saysSecret(secret: string, { header }: Call): boolean {
  const said = header('x-webhook-secret') ?? /^Bearer (.+)$/i.exec(header('authorization') ?? '')?.[1]
  return said !== undefined && constantTimeEqual(said, secret)
}

/** `X-Signature` over time and body, or GitHub's `X-Hub-Signature-256` over the body alone. */
function isSigned(secret: string, { header, body, now }: Call): boolean {
  const signature = header('x-signature')
  if (signature === undefined) return constantTimeEqual(header('x-hub-signature-256') ?? '', sign(secret, body))
  const timestamp = header('x-timestamp') ?? ''
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds) return false
  return constantTimeEqual(signature, sign(secret, Buffer.from(`${timestamp}.`), body))
}

const sign = (secret: string, ...parts: Uint8Array[]): string => {
  const mac = createHmac('sha256', secret)
  for (const part of parts) mac.update(part)
  return `sha256=${mac.digest('hex')}`
}
