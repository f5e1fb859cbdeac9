import { useState } from 'react'
import { apiPlayground } from '@imperium/contract/api-playground.ts'
import type { PlaygroundToken } from '@imperium/contract/api-playground.ts'
import { can, isInPlaceOfSignIn, keyScopes } from '@imperium/contract/permissions.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import { call } from '../../lib/api.ts'
import { useOrganization } from '../../lib/use-session.ts'

/** A token is renewed so long before it ends. */
const marginMs = 15_000

/** The token of this page: made when it is needed, kept in memory only, never more than the caller may do. */
export function useToken() {
  const { role } = useOrganization()
  const allowed = keyScopes.filter((scope) => can(role, scope) && !isInPlaceOfSignIn(scope))
  const [scopes, setScopes] = useState<KeyScope[]>(allowed)
  const [token, setToken] = useState<PlaygroundToken | null>(null)

  async function ready(): Promise<string> {
    if (token && Date.parse(token.expiresAt) - Date.now() > marginMs) return token.token
    const made = await call(apiPlayground.createToken, { body: { scopes } })
    setToken(made)
    return made.token
  }

  function choose(next: KeyScope[]): void {
    setScopes(next)
    setToken(null)
  }

  return { allowed, scopes, choose, token, ready }
}
export type TokenState = ReturnType<typeof useToken>
