import { useCan, useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'

type Act = 'contacts:write' | 'contacts:erase' | 'contacts:export'

const refusals: Record<Act, string> = {
  'contacts:write': t('Your role can view contacts, but not change them'),
  'contacts:erase': t('Only owners and admins can erase contacts'),
  'contacts:export': t('Only owners and admins can export contacts'),
}

/** Why the caller may not do something now, for the disabled control; undefined where it is allowed. The server decides again. */
export function useGate(act: Act): string | undefined {
  const allowed = useCan(act)
  const { status } = useOrganization()
  if (!allowed) return refusals[act]
  return status === 'SUSPENDED' && act !== 'contacts:export' ? t('The organization is suspended') : undefined
}
