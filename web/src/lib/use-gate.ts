import type { Permission } from '@imperium/contract/permissions.ts'
import { refusalOf, suspendedWords } from './gate-words.ts'
import { useCan, useOrganization } from './use-session.ts'

/** Why the caller may not do something now, for the disabled control; undefined where it is allowed. The server decides again. */
export function useGate(permission: Permission): string | undefined {
  const allowed = useCan(permission)
  const suspended = useSuspension()
  if (!allowed) return refusalOf(permission)
  return readsOnly(permission) ? undefined : suspended
}

/** Why nothing can be changed now; undefined in an organization that is not suspended. */
export function useSuspension(): string | undefined {
  return useOrganization().status === 'SUSPENDED' ? suspendedWords : undefined
}

const readsOnly = (permission: Permission) => /:(read|export)$/.test(permission)
