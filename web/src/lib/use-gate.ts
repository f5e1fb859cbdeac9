import type { Permission } from '@imperium/contract/permissions.ts'
import { refusedText } from '@imperium/contract/permissions.ts'
import { useCan, useOrganization } from './use-session.ts'
import { t, translateMessage } from './words.ts'

/** Why the action is not allowed now, for the disabled control; undefined if it is allowed. The server checks again. */
export function useGate(permission: Permission): string | undefined {
  const allowed = useCan(permission)
  const suspended = useSuspension()
  if (!allowed) return refusalOf(permission)
  return readsOnly(permission) ? undefined : suspended
}

/** The same for what only stops: that is allowed while the organization is at rest. */
export const useStopGate = (permission: Permission): string | undefined => (useCan(permission) ? undefined : refusalOf(permission))

/** Why changes are disabled now; undefined unless the organization is suspended. */
export function useSuspension(): string | undefined {
  return useOrganization().status === 'SUSPENDED' ? t('The organization is suspended') : undefined
}

const readsOnly = (permission: Permission) => /:(read|export)$/.test(permission)

function refusalOf(permission: Permission): string {
  const refused = refusedText(permission)
  return refused === undefined ? t('Your role does not allow this') : translateMessage(refused)
}
