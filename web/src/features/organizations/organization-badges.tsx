import type { Organization } from '@imperium/contract/organizations.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { planNames } from '@imperium/contract/plans.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import { organizationStatusLabels, roleLabels } from '../../lib/enum-labels.ts'
import classes from './organizations.module.css'

interface OrganizationBadgesProps {
  plan: PlanType
  role: Role
  status: Organization['status']
}

/** Plan and role of an organization; its status only if it is unusual. */
export function OrganizationBadges({ plan, role, status }: OrganizationBadgesProps) {
  return (
    <span className={classes.badges}>
      {status !== 'ACTIVE' && (
        <span className={classes.badge} data-status={status}>
          {organizationStatusLabels[status].toUpperCase()}
        </span>
      )}
      <span className={classes.badge}>{planNames[plan]}</span>
      <span className={classes.badge}>{roleLabels[role].toUpperCase()}</span>
    </span>
  )
}
