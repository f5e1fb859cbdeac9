import type { Permission } from '@imperium/contract/permissions.ts'
import { useCan, useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'

/** Why the caller may not do something now, for the disabled control; undefined where it is allowed. The server decides again. */
export function useGate(permission: Permission): string | undefined {
  const allowed = useCan(permission)
  const { status } = useOrganization()
  if (!allowed) return t('Your role can view workflows, but not change or run them')
  return status === 'SUSPENDED' ? t('The organization is suspended') : undefined
}
