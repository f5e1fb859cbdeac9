import type { AuthField, Auth } from './kit/auth.ts'
import type { Connector } from './kit/connector.ts'

const clientFields: readonly AuthField[] = [
  { key: 'clientId', label: 'Client ID', hint: 'Of your own application at the service.' },
  { key: 'clientSecret', label: 'Client secret', isSecret: true, isOptional: true },
]

const hookSecret: AuthField = {
  key: 'hookSecret',
  label: 'Signing secret',
  hint: 'For triggers: proves that calls come from the service.',
  isSecret: true,
  isOptional: true,
}

export const hasHooks = ({ triggers = {} }: Connector): boolean => Object.values(triggers).some(({ kind }) => kind === 'hook')

/** What a person fills in for this way to connect. */
export const fieldsOf = (connector: Connector, auth: Auth): AuthField[] => [
  ...(auth.kind === 'oauth2' ? clientFields : []),
  ...auth.fields,
  ...(hasHooks(connector) ? [hookSecret] : []),
]

/** The field that stands for the key in previews: the first secret one. */
export const keyField = (connector: Connector, auth: Auth): string | undefined =>
  (
    auth.fields.find(({ key }) => key === 'apiKey') ??
    fieldsOf(connector, auth).find(({ isSecret, key }) => isSecret && key !== 'hookSecret')
  )?.key
