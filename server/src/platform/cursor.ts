import { createHmac, hash } from 'node:crypto'
import { constantTimeEqual } from './crypto/crypto.ts'
import { invalid } from './errors.ts'

/**
 * Opaque cursors: the sort values of the last row, signed with tenant and filter, so that a cursor of another tenant
 * or filter is rejected (SEC-24).
 */
export interface Cursors {
  encode(scope: CursorScope, values: readonly (string | number | null)[]): string
  /** @throws 422 for a cursor that is not ours or not of this list. */
  decode(scope: CursorScope, cursor: string): (string | number | null)[]
}

export interface CursorScope {
  orgId: string
  /** The list with its filters and sort order, without limit and cursor. */
  list: string
  filter: unknown
}

export function createCursors(secret: string): Cursors {
  const sign = (scope: CursorScope, body: string) => {
    const filter = hash('sha256', JSON.stringify(scope.filter), 'base64url')
    return createHmac('sha256', secret).update(`${scope.orgId}\n${scope.list}\n${filter}\n${body}`).digest('base64url').slice(0, 22)
  }
  const wrong = () => invalid([{ path: 'cursor', message: 'This cursor does not belong to this list.' }])
  return {
    encode: (scope, values) => {
      const body = Buffer.from(JSON.stringify(values)).toString('base64url')
      return `${body}.${sign(scope, body)}`
    },
    decode: (scope, cursor) => {
      const [body, signature, ...rest] = cursor.split('.')
      if (!body || !signature || rest.length || !constantTimeEqual(signature, sign(scope, body))) throw wrong()
      return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as (string | number | null)[]
    },
  }
}
