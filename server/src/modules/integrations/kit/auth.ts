/** A field that a person fills in to connect. */
export interface AuthField {
  key: string
  label: string
  hint?: string
  placeholder?: string
  /** Sealed and write-only. */
  isSecret?: boolean
  isOptional?: boolean
  /** `address`: a web address; `host`: a name that becomes part of one, such as a subdomain. */
  kind?: 'text' | 'address' | 'host' | 'number'
}

/** Where the fields go in a request: `{key}` stands for the field's value. */
export interface Placement {
  headers?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  /** User name and password of Basic authentication. */
  basic?: readonly [user: string, password: string]
}

export interface KeyAuth {
  kind: 'key' | 'basic'
  label: string
  fields: readonly AuthField[]
  place: Placement
}

/** Authorization code with PKCE and refresh (RFC 6749, 7636). The operator's client id and secret are fields of the connection. */
export interface OAuth {
  kind: 'oauth2'
  label: string
  /** Besides client id and secret: what the addresses need. */
  fields: readonly AuthField[]
  authorizeUrl: string
  tokenUrl: string
  scopes: readonly string[]
  /** More parameters of the first address, such as `access_type: 'offline'`. */
  parameters?: Readonly<Record<string, string>>
  /** How the client proves itself to the token address. */
  clientAuth?: 'basic' | 'body'
  /** Fields of the token's answer that requests need, such as `instance_url`. */
  keep?: readonly string[]
  place: Placement
}

export type Auth = KeyAuth | OAuth

type KeyOptions = Partial<Pick<AuthField, 'label' | 'hint' | 'placeholder'>> & { fields?: readonly AuthField[] }

const keyField = ({ label = 'API key', hint, placeholder }: KeyOptions): AuthField => ({
  key: 'apiKey',
  label,
  isSecret: true,
  ...(hint === undefined ? {} : { hint }),
  ...(placeholder === undefined ? {} : { placeholder }),
})

/** `Authorization: Bearer <key>`. */
export const bearer = (options: KeyOptions = {}): KeyAuth => keyIn({ headers: { authorization: 'Bearer {apiKey}' } }, options)

/** The key in a place of the service's own. */
export const keyIn = (place: Placement, options: KeyOptions = {}): KeyAuth => ({
  kind: 'key',
  label: options.label ?? 'API key',
  fields: [keyField(options), ...(options.fields ?? [])],
  place,
})

/** A key that stands in the address itself (`baseUrl: '{webhookUrl}'`): there is nothing to add to a request. */
export const secretAddress = (field: Omit<AuthField, 'isSecret' | 'kind'>): KeyAuth => ({
  kind: 'key',
  label: field.label,
  fields: [{ ...field, isSecret: true, kind: 'address' }],
  place: {},
})

/** User name and password, or what a service uses in their place. The password is the field `apiKey`. */
export const basic = ({ user, ...options }: KeyOptions & { user: AuthField | string }): KeyAuth => ({
  kind: 'basic',
  label: options.label ?? 'User name and password',
  fields: [...(typeof user === 'string' ? [] : [user]), keyField(options), ...(options.fields ?? [])],
  place: { basic: [typeof user === 'string' ? user : `{${user.key}}`, '{apiKey}'] },
})

type OAuthOptions = Omit<OAuth, 'kind' | 'label' | 'fields' | 'place'> & Partial<Pick<OAuth, 'label' | 'fields' | 'place'>>

export const oauth2 = (options: OAuthOptions): OAuth => ({
  ...options,
  kind: 'oauth2',
  label: options.label ?? 'Sign in (OAuth 2)',
  fields: options.fields ?? [],
  place: options.place ?? { headers: { authorization: 'Bearer {accessToken}' } },
})

/** `{key}` replaced by the field's value; an absent field is empty. */
export const fill = (template: string, fields: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{([A-Za-z_]\w*)\}/g, (_all, key: string) => (Object.hasOwn(fields, key) ? (fields[key] ?? '') : ''))
