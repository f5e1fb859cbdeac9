import { expect, test } from 'vitest'
import type { Organization } from '@imperium/contract/organizations.ts'
import { fieldErrors } from '../../ui/field-errors.ts'
import { OrganizationFormSchema, toUpdateBody, valuesOf } from './organization-form.ts'

const organization = { name: 'Acme', timeZone: 'Europe/London', monthlyBudgetMicros: 25_500_000 } as Organization

test('a budget is typed in dollars and sent in micro-dollars', () => {
  expect(valuesOf(organization).budgetDollars).toBe(25.5)
  expect(toUpdateBody({ name: 'Acme', timeZone: 'UTC', budgetDollars: 0.1 })).toEqual({
    name: 'Acme',
    timeZone: 'UTC',
    monthlyBudgetMicros: 100_000,
  })
})

test('an empty budget is none', () => {
  expect(toUpdateBody(valuesOf({ ...organization, monthlyBudgetMicros: null })).monthlyBudgetMicros).toBeNull()
})

test('each field has its own message', () => {
  expect(fieldErrors(OrganizationFormSchema, { name: ' ', timeZone: 'Mars/Olympus', budgetDollars: -1 })).toEqual({
    name: 'Organization name is required',
    timeZone: 'Unknown time zone',
    budgetDollars: 'The budget must be from $0 to $1,000,000, or empty for none',
  })
})
