import type { UpdateAccountBody } from '@imperium/contract/channels/channel-accounts.ts'
import type { z } from 'zod'
import { invalid } from '../../../platform/errors.ts'
import type { AccountSecret } from './account-secret.ts'
import type { AccountSettings } from './accounts-store.ts'

type GivenHeaders = readonly { name: string; value: string }[]

interface Kept {
  settings: AccountSettings
  secret: AccountSecret
}

const hourMs = 3_600_000

/**
 * The new headers: those listed, with the given value or the one stored under the name. Values stored for one address are not sent to
 * another. @throws 422 if a value is missing.
 */
export function headersOf(given: GivenHeaders, kept: Record<string, string>): { names: string[]; values: Record<string, string> } {
  const stored = new Map(Object.entries(kept).map(([name, value]) => [name.toLowerCase(), value]))
  const values = given.map(({ name, value }) => [name, value || (stored.get(name.toLowerCase()) ?? '')] as const)
  const missing = values.findIndex(([, value]) => value === '')
  if (missing >= 0) throw invalid([{ path: `headers.${missing}.value`, message: 'Value is required' }])
  return { names: values.map(([name]) => name), values: Object.fromEntries(values) }
}

const originOf = ({ url = '' }: AccountSettings): string => URL.parse(url)?.origin ?? ''

/** A webhook's settings and secret after a change: a new signing secret has the former one sign along for a while. @throws 422 */
export function webhookAfter(before: Kept, change: Extract<z.output<typeof UpdateAccountBody>, { provider: 'webhook' }>, now: Date): Kept {
  const url = change.settings?.url ?? before.settings.url ?? ''
  const kept = originOf({ url }) === originOf(before.settings) ? (before.secret.headers ?? {}) : {}
  const listed = change.headers ?? (before.settings.headerNames ?? []).map((name) => ({ name, value: '' }))
  const { names, values } = headersOf(listed, kept)
  const signing = signingAfter(before, change, now)
  return {
    settings: { url, ...(names.length ? { headerNames: names } : {}), ...signing.settings },
    secret: { ...(names.length ? { headers: values } : {}), ...signing.secret },
  }
}

function signingAfter(
  { settings, secret }: Kept,
  { secret: given, formerSecretHours }: { secret?: { signingSecret: string } | undefined; formerSecretHours: number },
  now: Date,
): Kept {
  const { signingSecret: former, formerSigningSecret } = secret
  const signingSecret = given?.signingSecret || former
  if (signingSecret !== former && former && formerSecretHours > 0) {
    const until = new Date(now.getTime() + formerSecretHours * hourMs).toISOString()
    return { settings: { formerSecretUntil: until }, secret: { signingSecret, formerSigningSecret: former } }
  }
  const { formerSecretUntil } = settings
  const stands = signingSecret === former && formerSigningSecret && formerSecretUntil && Date.parse(formerSecretUntil) > now.getTime()
  return stands
    ? { settings: { formerSecretUntil }, secret: { signingSecret, formerSigningSecret } }
    : { settings: {}, secret: { signingSecret } }
}
