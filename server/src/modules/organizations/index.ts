import type { ModuleFactory } from '../../platform/module.ts'
import { eraseDueOrganizations } from './delete-organization.ts'
import { exportMemberships } from './people-store.ts'
import { organizationOperations } from './routes.ts'
import { organizationsActs } from './acts.ts'
import { wakeOrganizations } from './wake-organizations.ts'

export { guardDeletion } from './delete-organization.ts'
export { createOrganization } from './create-organization.ts'
export { deleteMember, findMemberForUpdate, findOrganization, findOwnerId, joinOrganization, lockSeats, setMember } from './member-store.ts'
export type { Member } from './member-store.ts'
export { namedMembers } from './named-members.ts'
export { isAtRest, isInUse, whileAtRest } from '../../platform/rest/at-rest.ts'
export { idOfSlug, nameOf } from './in-use.ts'
export { isSuspended } from './is-suspended.ts'
export {
  isActiveMember,
  listInUse,
  listMemberAddresses,
  listMemberPage,
  listMembersWithRole,
  listOwned,
  listPeopleOf,
  memberRights,
  ownsOrganization,
} from './people-store.ts'
export type { MemberOfOrganization } from './people-store.ts'
export { operatorOrganization } from './operator-organization.ts'
export { toOrganization } from './routes.ts'
export { requireSsoOf } from './sso-policy.ts'
export {
  changePlan,
  currentPlan,
  findPlanVersion,
  limitColumns,
  limitsOf,
  insertPlanFor,
  listPlans,
  lockPlanOf,
  raiseLimits,
  readPlanOf,
} from './plan-store.ts'
export type { CataloguePlan, LimitColumn } from './plan-store.ts'
export { findProfile } from './profile-store.ts'
export { countJoined, countMembers, listMemberships, listPlansOf } from './store.ts'
export { listMemberIds, requireTwoFactor, requiresTwoFactor } from './two-factor-policy.ts'

export const organizationsModule: ModuleFactory = (platform) => ({
  name: 'organizations',
  tables: ['auth.organizations', 'auth.memberships', 'plan_versions', 'operator_organization'],
  acts: organizationsActs,
  operations: organizationOperations(platform),
  exportPerson: async ({ userId }) => ({ memberships: await platform.db.withAuth((tx) => exportMemberships(tx, userId)) }),
  ticks: [
    { name: 'erase-organizations', everyMs: 3_600_000, run: () => eraseDueOrganizations(platform) },
    { name: 'wake-organizations', everyMs: 1_000, run: () => wakeOrganizations(platform) },
  ],
})
