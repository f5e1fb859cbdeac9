import type { OrganizationProfile } from '@imperium/contract/organizations.ts'
import { t } from '../../lib/words.ts'

export const industryLabels: Record<NonNullable<OrganizationProfile['industry']>, string> = {
  technology: t('Technology'),
  finance: t('Finance'),
  healthcare: t('Healthcare'),
  retail: t('Retail'),
  manufacturing: t('Manufacturing'),
  education: t('Education'),
  other: t('Other'),
}

export const billingCycleLabels = { MONTHLY: t('Monthly'), YEARLY: t('Yearly') } as const
