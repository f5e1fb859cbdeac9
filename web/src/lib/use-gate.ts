import type { Permission } from '@imperium/contract/permissions.ts'
import { refusalOf, suspendedText } from './gate-labels.ts'
import { useCan, useOrganization } from './use-session.ts'

/** Why the action is not allowed now, for the disabled control; undefined if it is allowed. The server checks again. */
export function useGate(permission: Permission): string | undefined {
  const allowed = useCan(permission)
  const suspended = useSuspension()
  if (!allowed) return refusalOf(permission)
  return readsOnly(permission) ? undefined : suspended
}

/** Why changes are disabled now; undefined unless the organization is suspended. */
export function useSuspension(): string | undefined {
  return useOrganization().status === 'SUSPENDED' ? suspendedText : undefined
}

const readsOnly = (permission: Permission) => /:(read|export)$/.test(permission)
