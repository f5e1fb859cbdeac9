import type { PermissionFacts } from './kit/permission.ts'
import { declared } from './permissions.gen.ts'

type Declared = typeof declared
type Having<Fact extends keyof PermissionFacts> = {
  [P in keyof Declared]: Declared[P] extends Record<Fact, unknown> ? P : never
}[keyof Declared]

/** A permission that an API key may hold: a new one is available to keys only when its module says so. */
export type KeyScope = Having<'scope'>
type AgentKeyScope = KeyScope & Having<'ofAgentKeys'>

/** Its label, the group that lists show it in, and its place there. */
export const scopeOf = (scope: KeyScope): NonNullable<PermissionFacts['scope']> => declared[scope].scope

/** In the order of lists. */
export const keyScopes: readonly KeyScope[] = (Object.keys(declared) as (keyof Declared)[])
  .filter((permission): permission is KeyScope => 'scope' in declared[permission])
  .toSorted((a, b) => scopeOf(a).order - scopeOf(b).order)

/** Their operations ask a person for a recent sign-in: a key or connection has them only where they were chosen by name. */
export const isInPlaceOfSignIn = (scope: KeyScope): boolean => scopeOf(scope).inPlaceOfSignIn === true

/** Scopes of an agent's key, only for that agent. */
export const agentKeyScopes: readonly AgentKeyScope[] = keyScopes.filter(
  (scope): scope is AgentKeyScope => 'ofAgentKeys' in declared[scope],
)
