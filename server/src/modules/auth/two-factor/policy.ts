import { conflict } from '../../../platform/errors.ts'
import { signal } from '../../../platform/events/live.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listMemberIds, requireTwoFactor, requiresTwoFactor } from '../../organizations/index.ts'
import { countWithoutFactor } from './store.ts'
import { accessChanged } from '../../../platform/auth/access-signals.ts'

export interface TwoFactorPolicy {
  required: boolean
  membersWithout: number
}

export async function readPolicy(platform: Platform, { tx }: OrgContext): Promise<TwoFactorPolicy> {
  const members = await listMemberIds(tx)
  return {
    required: await requiresTwoFactor(tx),
    membersWithout: await platform.db.withAuth((auth) => countWithoutFactor(auth, members)),
  }
}

/**
 * Requires a second factor of every member, from their next request, or no longer.
 * @throws 409 if the caller has none: callers must not lock themselves out.
 */
export async function setPolicy(platform: Platform, context: OrgContext, required: boolean): Promise<TwoFactorPolicy> {
  const { tx, caller, org } = context
  if (required && !caller.hasSecondFactor) throw conflict('Set up two-factor authentication for your own account first.')
  const before = await requireTwoFactor(tx, required)
  context.audit({ targetId: org.id, targetName: org.name, before: { requireTwoFactor: before }, after: { requireTwoFactor: required } })
  const members = await listMemberIds(tx)
  for (const userId of members) await signal(tx, accessChanged({ userId }))
  return { required, membersWithout: await platform.db.withAuth((auth) => countWithoutFactor(auth, members)) }
}
