import { z } from 'zod'
import { Email, SignInResponse } from './auth.ts'
import { noun } from '../kit/message.ts'
import type { MessageValue } from '../kit/message.ts'
import { Id, Timestamp, required } from '../kit/fields.ts'
import { create, del, get, operations, post, put, remove } from '../kit/operations.ts'

export const socialProviders = ['google', 'github'] as const
export type SocialProvider = (typeof socialProviders)[number]
/** How a provider is called on buttons and in messages. */
export const providerNames = { google: 'Google', github: 'GitHub', sso: 'single sign-on' } as const
export type ProviderKey = keyof typeof providerNames
/** The same as a value of a message: one is no name but a noun. */
export const providerValue = (provider: ProviderKey): MessageValue =>
  provider === 'sso' ? noun('single sign-on') : providerNames[provider]

const providerParams = z.strictObject({ provider: z.enum(socialProviders) })
/** The provider's page to which the browser goes next. */
const Away = z.object({ url: z.string() })

/** A sign-in method of an external provider, with the account there. */
export const Identity = z
  .object({
    id: Id,
    provider: z.enum(['google', 'github', 'sso']),
    email: z.string(),
    /** The organization of the single sign-on; null for Google and GitHub. */
    organizationName: z.string().nullable(),
    connectedAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof Identity>

export const SsoConnection = z
  .object({
    issuer: z.string(),
    clientId: z.string(),
    defaultRole: z.enum(['ADMIN', 'MEMBER', 'VIEWER']),
    enabled: z.boolean(),
    enforced: z.boolean(),
    trustsAddresses: z.boolean(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'SsoConnection' })
export type SsoConnection = z.infer<typeof SsoConnection>

export const SsoDomain = z
  .object({
    id: Id,
    domain: z.string(),
    /** The TXT record that proves it: its name and its text. */
    record: z.object({ name: z.string(), value: z.string() }),
    verifiedAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'SsoDomain' })
export type SsoDomain = z.infer<typeof SsoDomain>

/** The single sign-on of an organization. The client secret is write-only. */
export const SsoSettings = z
  .object({
    connection: SsoConnection.nullable(),
    domains: z.array(SsoDomain).max(20),
    /** The address to register at the provider. */
    callbackUrl: z.string(),
  })
  .meta({ id: 'SsoSettings' })
export type SsoSettings = z.infer<typeof SsoSettings>

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Please enter a domain such as company.com')
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/, 'Please enter a domain such as company.com')

/** Settings of single sign-on. The secret may be omitted when one is stored for the same issuer. */
export const SsoConnectionBody = z.strictObject({
  issuer: z
    .string()
    .trim()
    .max(500)
    .pipe(z.url({ protocol: /^https?$/, error: 'Please enter the address of the issuer, such as https://login.company.com' })),
  clientId: required(300, 'Client ID is required'),
  clientSecret: required(1000, 'Client secret is required').optional(),
  defaultRole: z.enum(['ADMIN', 'MEMBER', 'VIEWER']),
  enabled: z.boolean(),
  enforced: z.boolean(),
  trustsAddresses: z.boolean(),
  /** As it was read, of a connection that exists already. */
  updatedAt: Timestamp.optional(),
})

const startRate = { max: 60, perSeconds: 60 }

export const identities = operations(
  'identities',
  { read: 'sso:manage', write: 'sso:manage' },
  {
    providers: get('/auth/providers', 'List the providers that one can sign in with', {
      access: 'public',
      reply: z.object({ providers: z.array(z.enum(socialProviders)), singleSignOn: z.boolean() }),
    }),
    start: post('/auth/providers/:provider/start', 'Start sign-in with Google or GitHub; binds the attempt to this browser by a cookie', {
      access: 'public',
      params: providerParams,
      reply: Away,
      rate: startRate,
      transaction: false,
    }),
    callback: get(
      '/auth/providers/:provider/callback',
      'Where Google and GitHub send the browser back to; continues on the page of the web app',
      {
        access: 'public',
        params: providerParams,
        redirects: true,
        noHead: true,
        rate: startRate,
        transaction: false,
      },
    ),
    complete: post('/auth/providers/complete', 'Complete a provider sign-in in the browser that started it', {
      access: 'public',
      reply: SignInResponse,
      errors: [403, 409],
      transaction: false,
    }),
    startSso: post('/auth/sso/start', "Begin to sign in with the provider of the organization that the address's domain belongs to", {
      access: 'public',
      body: z.strictObject({ email: Email }),
      reply: Away,
      errors: [404],
      rate: startRate,
      transaction: false,
    }),
    ssoCallback: get(
      '/auth/sso/:id/callback',
      "Where an organization's provider sends the browser back to; continues on the page of the web app",
      {
        access: 'public',
        redirects: true,
        noHead: true,
        rate: startRate,
        transaction: false,
      },
    ),
    list: get('/auth/identities', 'List the connected accounts of the signed-in user', {
      access: 'signed-in',
      reply: z.array(Identity).max(200),
    }),
    link: post('/auth/providers/:provider/link', 'Begin to connect Google or GitHub to the own account', {
      access: 'signed-in',
      params: providerParams,
      reply: Away,
      errors: [409],
      recentSignIn: true,
      audited: false,
      transaction: false,
    }),
    linkSso: post('/auth/sso/link', "Begin to connect the single sign-on of the organization that the own address's domain belongs to", {
      access: 'signed-in',
      reply: Away,
      errors: [404, 409],
      recentSignIn: true,
      audited: false,
      transaction: false,
    }),
    completeLink: create('/auth/identities', 'Connect the account returned by the provider, in the browser that started the sign-in', {
      access: 'signed-in',
      reply: Identity,
    }),
    unlink: remove('/auth/identities/:id', 'Disconnect an account, unless it is the last way to sign in', {
      access: 'signed-in',
      recentSignIn: true,
    }),
    readSso: get('/security/sso', 'Read the single sign-on of the organization', {
      reply: SsoSettings,
    }),
    saveSso: put('/security/sso', "Save the organization's provider; it is asked for its configuration before it is enabled", {
      body: SsoConnectionBody,
      reply: SsoSettings,
      errors: [409],
      recentSignIn: true,
      transaction: false,
    }),
    removeSso: del('/security/sso', "Remove the organization's provider; what was connected through it is disconnected", {
      errors: [404],
      recentSignIn: true,
    }),
    addDomain: create('/security/sso/domains', 'Claim an email domain; a DNS record proves it', {
      body: z.strictObject({ domain: Domain }),
      reply: SsoDomain,
    }),
    verifyDomain: post('/security/sso/domains/:id/verify', 'Check the DNS record that verifies an email domain', {
      recentSignIn: true,
      reply: SsoDomain,
      errors: [409],
      rate: { max: 30, perSeconds: 60 },
      transaction: false,
    }),
    removeDomain: del('/security/sso/domains/:id', 'Release an email domain', {
      recentSignIn: true,
    }),
  },
)
