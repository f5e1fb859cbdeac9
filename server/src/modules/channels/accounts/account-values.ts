import type { z } from 'zod'
import type { AddableProvider, CreateAccountBody, UpdateAccountBody } from '@imperium/contract/channels/channel-accounts.ts'
import { invalid } from '../../../platform/errors.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { EgressError } from '../../../platform/http-out/egress-error.ts'
import { findAllowedAddress } from '../../../platform/http-out/allowed-address.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountSecret } from './account-secret.ts'
import type { AccountSettings } from './accounts-store.ts'

export type NewAccount = z.output<typeof CreateAccountBody>
export type AccountChange = z.output<typeof UpdateAccountBody>
type Guard = Pick<Platform, 'config' | 'httpOut'>

/** First 8 and last 4 characters: enough to tell secrets apart, and never more than a third of the secret. */
export function hintOf(secret: AccountSecret): string {
  const value = secret.password ?? secret.authToken ?? secret.accessToken ?? secret.signingSecret ?? ''
  if (value === '') return ''
  const last = Math.min(4, Math.floor(value.length / 6))
  const first = Math.min(8, Math.floor(value.length / 3) - last)
  return `${value.slice(0, Math.max(0, first))}••••${last ? value.slice(-last) : ''}`
}

const requiredSecret: Record<AddableProvider, [keyof AccountSecret, string][]> = {
  smtp: [],
  twilio: [['authToken', 'Auth token is required']],
  'whatsapp-cloud': [['accessToken', 'Access token is required']],
  webhook: [['signingSecret', 'Signing secret is required']],
}

/** @throws 422 if a secret or setting that the provider requires is missing. */
export function requireSecrets(provider: AddableProvider, settings: AccountSettings, secret: AccountSecret): void {
  const missing: FieldError[] = requiredSecret[provider]
    .filter(([field]) => !secret[field])
    .map(([field, message]) => ({ path: `secret.${field}`, message }))
  if (provider === 'smtp' && settings.username && !secret.password)
    missing.push({ path: 'secret.password', message: 'Password is required' })
  if (missing.length) throw invalid(missing)
}

/** The destination that receives the secret: for another one, the secret must be entered again. */
export function destinationOf({ host, port, baseUrl }: AccountSettings): string {
  if (host !== undefined) return `${host}:${port}`
  return baseUrl === undefined ? '' : (URL.parse(baseUrl)?.origin ?? '')
}

/** What of a secret was given: blanks are none. */
export const givenSecret = (secret: AccountSecret | undefined): AccountSecret =>
  Object.fromEntries(Object.entries(secret ?? {}).filter(([, value]) => value !== ''))

/** Refuses addresses that we would not call. A name that does not resolve now may do so later, and is checked again when it connects. @throws 422 */
export async function checkDestination(guard: Guard, settings: AccountSettings): Promise<void> {
  const { host, port = 0, baseUrl, url } = settings
  if (host !== undefined) await checked('settings.host', () => findAllowedAddress(guard.config.egressAllow, host, port))
  if (baseUrl !== undefined) await checked('settings.baseUrl', () => guard.httpOut.checkUrl(baseUrl))
  if (url !== undefined) await checked('settings.url', () => guard.httpOut.checkUrl(url))
}

export const checkMailbox = (guard: Guard, { host, port }: { host: string; port: number }): Promise<void> =>
  checked('inbound.host', () => findAllowedAddress(guard.config.egressAllow, host, port))

async function checked(path: string, check: () => Promise<unknown>): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    if (error.reason !== 'unknown_host') throw invalid([{ path, message: error.publicMessage }])
  }
}
