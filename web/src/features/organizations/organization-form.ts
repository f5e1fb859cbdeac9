import { TimeZone } from '@imperium/contract/organizations.ts'
import type { Organization } from '@imperium/contract/organizations.ts'
import { required } from '@imperium/contract/kit/fields.ts'
import { z } from 'zod'
import { t } from '../../lib/words.ts'

const microsPerDollar = 1_000_000
const budgetText = t('The budget must be from $0 to $1,000,000, or empty for none')

export interface OrganizationValues extends Record<string, unknown> {
  name: string
  timeZone: string
  /** '' for no budget. */
  budgetDollars: number | ''
}

/** The contract's rules; the budget is typed in dollars. */
export const OrganizationFormSchema = z.object({
  name: required(120, t('Organization name is required')),
  timeZone: TimeZone,
  budgetDollars: z.union([z.literal(''), z.number().min(0, budgetText).max(1_000_000, budgetText)], budgetText),
})

export const valuesOf = ({ name, timeZone, monthlyBudgetMicros }: Organization): OrganizationValues => ({
  name,
  timeZone,
  budgetDollars: monthlyBudgetMicros === null ? '' : monthlyBudgetMicros / microsPerDollar,
})

/** The body that the fields mean. */
export const toUpdateBody = ({ name, timeZone, budgetDollars }: OrganizationValues) => ({
  name,
  timeZone,
  monthlyBudgetMicros: budgetDollars === '' ? null : Math.round(budgetDollars * microsPerDollar),
})
