import { z } from 'zod'
import { Email, SignInAnswer } from './auth.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Timestamp, idParams, required } from '../kit/fields.ts'

export const socialProviders = ['google', 'github'] as const
export type SocialProvider = (typeof socialProviders)[number]
/** How a provider is called on buttons and in messages. */
export const providerNames = { google: 'Google', github: 'GitHub', sso: 'single sign-on' } as const
export type ProviderKey = keyof typeof providerNames

const providerParams = z.strictObject({ provider: z.enum(socialProviders) })
/** Where the browser goes next: the provider's own page. */
const Away = z.object({ url: z.string() })

/** A way to sign in that belongs to somebody else: who the account is there. */
export const Identity = z
  .object({
    id: Id,
    provider: z.enum(['google', 'github', 'sso']),
    email: z.string(),
    /** Whose single sign-on it is; null for Google and GitHub. */
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

/** The form of the settings. The secret may be left out where one is kept for the same issuer. */
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

export const identities = {
  providers: endpoint({
    id: 'identities.providers',
    method: 'GET',
    path: '/auth/providers',
    summary: 'List the providers that one can sign in with',
    access: 'public',
    reply: z.object({ providers: z.array(z.enum(socialProviders)), singleSignOn: z.boolean() }),
  }),
  start: endpoint({
    id: 'identities.start',
    method: 'POST',
    path: '/auth/providers/:provider/start',
    summary: 'Start sign-in with Google or GitHub; binds the attempt to this browser by a cookie',
    access: 'public',
    params: providerParams,
    reply: Away,
    errors: [404],
    rate: startRate,
    transaction: false,
  }),
  callback: endpoint({
    id: 'identities.callback',
    method: 'GET',
    path: '/auth/providers/:provider/callback',
    summary: 'Where Google and GitHub send the browser back to; continues on the page of the web app',
    access: 'public',
    params: providerParams,
    redirects: true,
    noHead: true,
    rate: startRate,
    transaction: false,
  }),
  complete: endpoint({
    id: 'identities.complete',
    method: 'POST',
    path: '/auth/providers/complete',
    summary: 'Complete a provider sign-in in the browser that started it',
    access: 'public',
    reply: SignInAnswer,
    errors: [403, 409],
    transaction: false,
  }),
  startSso: endpoint({
    id: 'identities.startSso',
    method: 'POST',
    path: '/auth/sso/start',
    summary: "Begin to sign in with the provider of the organization that the address's domain belongs to",
    access: 'public',
    body: z.strictObject({ email: Email }),
    reply: Away,
    errors: [404],
    rate: startRate,
    transaction: false,
  }),
  ssoCallback: endpoint({
    id: 'identities.ssoCallback',
    method: 'GET',
    path: '/auth/sso/:id/callback',
    summary: "Where an organization's provider sends the browser back to; continues on the page of the web app",
    access: 'public',
    params: idParams,
    redirects: true,
    noHead: true,
    rate: startRate,
    transaction: false,
  }),
  list: endpoint({
    id: 'identities.list',
    method: 'GET',
    path: '/auth/identities',
    summary: 'List the connected accounts of the signed-in user',
    access: 'signed-in',
    reply: z.array(Identity).max(200),
  }),
  link: endpoint({
    id: 'identities.link',
    method: 'POST',
    path: '/auth/providers/:provider/link',
    summary: 'Begin to connect Google or GitHub to the own account',
    access: 'signed-in',
    params: providerParams,
    reply: Away,
    errors: [404, 409],
    recentSignIn: true,
    audited: false,
    transaction: false,
  }),
  linkSso: endpoint({
    id: 'identities.linkSso',
    method: 'POST',
    path: '/auth/sso/link',
    summary: "Begin to connect the single sign-on of the organization that the own address's domain belongs to",
    access: 'signed-in',
    reply: Away,
    errors: [404, 409],
    recentSignIn: true,
    audited: false,
    transaction: false,
  }),
  completeLink: endpoint({
    id: 'identities.completeLink',
    method: 'POST',
    path: '/auth/identities',
    summary: 'Connect the account returned by the provider, in the browser that started the sign-in',
    access: 'signed-in',
    reply: Identity,
    status: 201,
    errors: [409],
  }),
  unlink: endpoint({
    id: 'identities.unlink',
    method: 'DELETE',
    path: '/auth/identities/:id',
    summary: 'Disconnect an account, unless it is the last way to sign in',
    access: 'signed-in',
    params: idParams,
    errors: [404, 409],
    recentSignIn: true,
  }),
  readSso: endpoint({
    id: 'identities.readSso',
    method: 'GET',
    path: '/security/sso',
    summary: 'Read the single sign-on of the organization',
    access: 'sso:manage',
    reply: SsoSettings,
  }),
  saveSso: endpoint({
    id: 'identities.saveSso',
    method: 'PUT',
    path: '/security/sso',
    summary: "Save the organization's provider; it is asked for its configuration before it is enabled",
    access: 'sso:manage',
    body: SsoConnectionBody,
    reply: SsoSettings,
    errors: [409],
    recentSignIn: true,
    transaction: false,
  }),
  removeSso: endpoint({
    id: 'identities.removeSso',
    method: 'DELETE',
    path: '/security/sso',
    summary: "Remove the organization's provider; what was connected through it is disconnected",
    access: 'sso:manage',
    errors: [404],
    recentSignIn: true,
  }),
  addDomain: endpoint({
    id: 'identities.addDomain',
    method: 'POST',
    path: '/security/sso/domains',
    summary: 'Claim a mail domain; a DNS record proves it',
    access: 'sso:manage',
    body: z.strictObject({ domain: Domain }),
    reply: SsoDomain,
    status: 201,
    errors: [409],
  }),
  verifyDomain: endpoint({
    id: 'identities.verifyDomain',
    method: 'POST',
    path: '/security/sso/domains/:id/verify',
    summary: 'Check the DNS record that verifies an email domain',
    access: 'sso:manage',
    recentSignIn: true,
    params: idParams,
    reply: SsoDomain,
    errors: [404, 409],
    rate: { max: 30, perSeconds: 60 },
    transaction: false,
  }),
  removeDomain: endpoint({
    id: 'identities.removeDomain',
    method: 'DELETE',
    path: '/security/sso/domains/:id',
    summary: 'Release an email domain',
    access: 'sso:manage',
    params: idParams,
    errors: [404],
    recentSignIn: true,
  }),
}
