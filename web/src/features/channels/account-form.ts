import type { UseFormReturnType } from '@mantine/form'
import { acceptanceDeliversOf, CreateAccountBody, UpdateAccountBody } from '@imperium/contract/channels/channel-accounts.ts'
import type { AccountProvider, ChannelAccount } from '@imperium/contract/channels/channel-accounts.ts'
import type { z } from 'zod'

const microsPerDollar = 1_000_000

/** The field values: strings where the contract wants numbers or nothing. */
export interface AccountValues extends Record<string, unknown> {
  provider: AccountProvider
  name: string
  isActive: boolean
  isDefault: boolean
  ratePerSecond: number | ''
  domainRatePerSecond: number | ''
  /** Dollars. */
  price: number | ''
  unknownPolicy: 'repeat' | 'hold'
  acceptanceDelivers: boolean
  settings: Record<string, string | number>
  secret: Record<string, string>
  /** Of a webhook. */
  headers: { name: string; value: string }[]
  formerSecretHours: number | ''
  readsMailbox: boolean
  inbound: {
    host: string
    port: number | ''
    security: 'tls' | 'starttls' | 'none'
    username: string
    folder: string
    authservId: string
    password: string
  }
}

export type AccountForm = UseFormReturnType<AccountValues>

const settingsOf: Record<AccountProvider, Record<string, string | number>> = {
  'platform-smtp': {},
  smtp: { host: '', port: 587, security: 'starttls', username: '', bounceDomain: '' },
  twilio: { baseUrl: 'https://api.twilio.com', accountSid: '', from: '', dltEntityId: '' },
  'whatsapp-cloud': { baseUrl: 'https://graph.facebook.com/v23.0', phoneNumberId: '', businessAccountId: '' },
  webhook: { url: '' },
  sandbox: { dltEntityId: '' },
}
const secretsOf: Record<AccountProvider, Record<string, string>> = {
  'platform-smtp': {},
  smtp: { password: '' },
  twilio: { authToken: '' },
  'whatsapp-cloud': { accessToken: '', appSecret: '' },
  webhook: { signingSecret: '' },
  sandbox: {},
}
const emptyMailbox: AccountValues['inbound'] = {
  host: '',
  port: 993,
  security: 'tls',
  username: '',
  folder: 'INBOX',
  authservId: '',
  password: '',
}

export const emptyValues = (provider: AccountProvider): AccountValues => ({
  provider,
  name: '',
  isActive: true,
  isDefault: false,
  ratePerSecond: '',
  domainRatePerSecond: '',
  price: '',
  unknownPolicy: provider === 'smtp' ? 'repeat' : 'hold',
  acceptanceDelivers: acceptanceDeliversOf(provider),
  settings: { ...settingsOf[provider] },
  secret: { ...secretsOf[provider] },
  headers: [],
  formerSecretHours: 24,
  readsMailbox: false,
  inbound: { ...emptyMailbox },
})

export function valuesOf(account: ChannelAccount): AccountValues {
  const { inbound } = account
  const own = settingsOf[account.provider]
  const known = Object.entries(account.settings).flatMap(([name, value]) =>
    name in own && (typeof value === 'string' || typeof value === 'number') ? [[name, value] as const] : [],
  )
  return {
    provider: account.provider,
    name: account.name,
    isActive: account.isActive,
    isDefault: account.isDefault,
    ratePerSecond: account.ratePerSecond ?? '',
    domainRatePerSecond: account.domainRatePerSecond ?? '',
    price: account.priceMicros === null ? '' : account.priceMicros / microsPerDollar,
    unknownPolicy: account.unknownPolicy,
    acceptanceDelivers: account.acceptanceDelivers,
    settings: { ...own, ...Object.fromEntries(known) },
    secret: { ...secretsOf[account.provider] },
    headers: (account.settings.headerNames ?? []).map((name) => ({ name, value: '' })),
    formerSecretHours: 24,
    readsMailbox: inbound !== null,
    inbound: inbound
      ? {
          host: inbound.host,
          port: inbound.port,
          security: inbound.security,
          username: inbound.username,
          folder: inbound.folder,
          authservId: inbound.authservId,
          password: '',
        }
      : { ...emptyMailbox },
  }
}

const hasSecret = (provider: AccountProvider) => provider !== 'platform-smtp' && provider !== 'sandbox'
export const hasMailbox = (provider: AccountProvider) => provider === 'smtp' || provider === 'platform-smtp'

/** The body that the contract's schemas validate. */
export function toBody(values: AccountValues, updatedAt?: string): unknown {
  const { provider, name, isActive, isDefault, unknownPolicy, acceptanceDelivers } = values
  return {
    provider,
    name,
    isActive,
    isDefault,
    unknownPolicy,
    acceptanceDelivers,
    ratePerSecond: values.ratePerSecond === '' ? null : values.ratePerSecond,
    domainRatePerSecond: values.domainRatePerSecond === '' ? null : values.domainRatePerSecond,
    priceMicros: values.price === '' ? null : Math.round(values.price * microsPerDollar),
    ...(provider === 'platform-smtp' ? {} : { settings: values.settings }),
    ...(hasSecret(provider) ? { secret: values.secret } : {}),
    ...(provider === 'webhook' ? { headers: values.headers } : {}),
    ...(provider === 'webhook' && updatedAt !== undefined ? { formerSecretHours: values.formerSecretHours || 0 } : {}),
    ...(hasMailbox(provider) ? { inbound: values.readsMailbox ? values.inbound : null } : {}),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  }
}

export const schemaFor = (editing: boolean) => (editing ? UpdateAccountBody : CreateAccountBody)

/** Checked by the schema before it is sent. */
export const createBodyOf = (values: AccountValues) => toBody(values) as z.input<typeof CreateAccountBody>
export const updateBodyOf = (values: AccountValues, updatedAt: string) => toBody(values, updatedAt) as z.input<typeof UpdateAccountBody>
