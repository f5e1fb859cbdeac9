import { oauth2 } from '../../kit/auth.ts'
import type { OAuth } from '../../kit/auth.ts'
import type { ConnectionTest } from '../../kit/connector.ts'
import { at } from '../../kit/read-value.ts'

/** Google's OAuth with these scopes, and the address of the account. `access_type` and `prompt` bring a refresh token. */
export const googleSignIn = (...scopes: string[]): OAuth =>
  oauth2({
    label: 'Sign in with Google',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    scopes: ['openid', 'email', ...scopes],
    parameters: { access_type: 'offline', prompt: 'consent' },
    clientAuth: 'body',
  })

export const googleAccountHost = 'openidconnect.googleapis.com'

export const googleAccount: ConnectionTest = {
  request: { path: `https://${googleAccountHost}/v1/userinfo` },
  account: (body) => at(body, 'email'),
}
