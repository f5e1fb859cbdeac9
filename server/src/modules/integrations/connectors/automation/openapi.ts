import { basic, bearer, keyIn } from '../../kit/auth.ts'
import type { AuthField, KeyAuth } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import { ServiceError, isRefused } from '../../kit/service-error.ts'

const baseUrl: AuthField = {
  key: 'baseUrl',
  label: 'Base URL',
  hint: 'Left empty: the first server of the document.',
  placeholder: 'https://api.example.com/v1',
  kind: 'address',
  isOptional: true,
}
const open: KeyAuth = { kind: 'key', label: 'No sign-in', fields: [baseUrl], place: {} }
const headerName: AuthField = { key: 'headerName', label: 'Header', placeholder: 'X-API-Key', kind: 'host' }

export const openapi = defineConnector({
  id: 'openapi',
  name: 'HTTP with OpenAPI',
  description: 'Any API with an OpenAPI document: its operations become actions.',
  category: 'Automation',
  isDocumented: true,
  auth: [
    bearer({ label: 'Bearer token', fields: [baseUrl] }),
    keyIn({ headers: { '{headerName}': '{apiKey}' } }, { label: 'API key in a header', fields: [headerName, baseUrl] }),
    basic({ user: { key: 'user', label: 'User name' }, label: 'User name and password', fields: [baseUrl] }),
    open,
  ],
  baseUrl: '{baseUrl}',
  // No operation of an unknown API is known to change nothing: only a refusal of the credentials counts.
  test: {
    run: async ({ send }) => {
      try {
        await send({ path: '' })
      } catch (error) {
        if (!(error instanceof ServiceError) || isRefused(error) || error.status === 0 || error.status >= 500) throw error
      }
      return null
    },
  },
  actions: {},
})
