import classes from './organizations.module.css'

interface OrganizationBadgesProps {
  plan: string
  role: string
  status: string
}

/** Plan and role of an organization; its status only where it is not the usual one. */
export function OrganizationBadges({ plan, role, status }: OrganizationBadgesProps) {
  return (
    <span className={classes.badges}>
      {status !== 'ACTIVE' && (
        <span className={classes.badge} data-status={status}>
          {status}
        </span>
      )}
      <span className={classes.badge}>{plan}</span>
      <span className={classes.badge}>{role}</span>
    </span>
  )
}
