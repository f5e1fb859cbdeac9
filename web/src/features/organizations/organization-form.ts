import { ProfileFields } from '@imperium/contract/organizations.ts'
import type { OrganizationProfile } from '@imperium/contract/organizations.ts'
import { z } from 'zod'
import { t } from '../../lib/words.ts'

const microsPerDollar = 1_000_000
const budgetText = t('The budget must be from $0 to $1,000,000, or empty for none')

export type OrganizationValues = Record<string, unknown> &
  Omit<OrganizationProfile, 'id' | 'slug' | 'updatedAt' | 'monthlyBudgetMicros'> & {
    /** '' for no budget. */
    budgetDollars: number | ''
  }

/** The contract's rules; the budget is typed in dollars. */
export const OrganizationFormSchema = z.object({
  ...ProfileFields.omit({ monthlyBudgetMicros: true }).shape,
  budgetDollars: z.union([z.literal(''), z.number().min(0, budgetText).max(1_000_000, budgetText)], budgetText),
})

export function valuesOf(profile: OrganizationProfile): OrganizationValues {
  const { id: _id, slug: _slug, updatedAt: _at, monthlyBudgetMicros, ...fields } = profile
  return { ...fields, budgetDollars: monthlyBudgetMicros === null ? '' : monthlyBudgetMicros / microsPerDollar }
}

/** The update body: only fields that differ from `before`, so that no field is sent that the role may not change. */
export function toUpdateBody({ budgetDollars, ...fields }: OrganizationValues, before: OrganizationProfile) {
  const wished = { ...fields, monthlyBudgetMicros: budgetDollars === '' ? null : Math.round(budgetDollars * microsPerDollar) }
  const changed = Object.entries(wished).filter(([field, value]) => value !== before[field as keyof OrganizationProfile])
  return Object.fromEntries(changed) as Partial<typeof wished>
}
