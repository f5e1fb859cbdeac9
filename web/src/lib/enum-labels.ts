import type { Organization } from '@imperium/contract/organizations.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { t } from './words.ts'

export const roleLabels: Record<Role, string> = { OWNER: t('Owner'), ADMIN: t('Admin'), MEMBER: t('Member'), VIEWER: t('Viewer') }

export const organizationStatusLabels: Record<Organization['status'], string> = {
  ACTIVE: t('Active||organization'),
  TRIAL: t('Trial'),
  SUSPENDED: t('Suspended'),
}
