import { constantTimeEqual } from '../../../platform/crypto/crypto.ts'
import { unauthenticated } from '../../../platform/errors.ts'
import { isSha256Signed, isStale } from '../../../platform/signed-http/signatures.ts'
import type { WebhookTarget } from './webhook-targets.ts'

interface Call {
  header(name: string): string | undefined
  body: Uint8Array
  now: Date
}

/** Checks that the caller knows the secret: it sends it or signs with it. @throws 401. */
export function checkWebhookCaller({ check, secret }: Pick<WebhookTarget, 'check' | 'secret'>, call: Call): void {
  if (check === 'secret' && !hasSecret(secret, call)) throw unauthenticated('The secret of the webhook is missing or wrong.')
  if (check === 'signature' && !isSigned(secret, call)) throw unauthenticated('The signature of the webhook is missing, wrong or too old.')
}

function hasSecret(secret: string, { header }: Call): boolean {
  const output = header('x-webhook-secret') ?? /^Bearer (.+)$/i.exec(header('authorization') ?? '')?.[1]
  return output !== undefined && constantTimeEqual(output, secret)
}

/** `X-Signature` covers time and body; GitHub's `X-Hub-Signature-256` covers the body only. */
function isSigned(secret: string, { header, body, now }: Call): boolean {
  const signature = header('x-signature')
  if (signature === undefined) return isSha256Signed(header('x-hub-signature-256'), secret, body)
  const timestamp = header('x-timestamp') ?? ''
  return !isStale(timestamp, now) && isSha256Signed(signature, secret, `${timestamp}.`, body)
}
