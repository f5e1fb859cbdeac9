import type { HttpOut } from '../../../platform/http-out/http-out.ts'
import type { Auth } from './auth.ts'
import type { Connector } from './connector.ts'

/** A connection with its secrets open, for one piece of work. Never stored, never logged. */
export interface OpenConnection {
  connector: Connector
  auth: Auth
  /** All fields by key, the secret ones too; of OAuth also `accessToken`. */
  fields: Readonly<Record<string, string>>
  /** After a 401 on this access token: puts another one in its place. False where there is none, or the other is refused too. */
  renew?: (refused: string) => Promise<boolean>
}

/** What sending needs of the platform. */
export interface Outside {
  httpOut: Pick<HttpOut, 'fetch'>
  /** EGRESS_ALLOW. */
  allow: readonly string[]
  /** A restored copy: no connection is opened. */
  isHeld: () => boolean
  now: () => Date
}

const tokenFields = ['clientSecret', 'accessToken', 'refreshToken', 'hookSecret']

/** The values that must not appear in results and errors. */
export const secretsOf = ({ auth, fields }: Pick<OpenConnection, 'auth' | 'fields'>): string[] => {
  const keys = [...auth.fields.filter(({ isSecret }) => isSecret).map(({ key }) => key), ...tokenFields]
  return keys.flatMap((key) => (Object.hasOwn(fields, key) && fields[key] ? [fields[key]] : []))
}
