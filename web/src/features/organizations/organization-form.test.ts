import { expect, test } from 'vitest'
import type { OrganizationProfile } from '@imperium/contract/organizations.ts'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { OrganizationFormSchema, toUpdateBody, valuesOf } from './organization-form.ts'

const profile: OrganizationProfile = {
  id: '018f0000-0000-7000-8000-000000000001',
  slug: 'acme',
  name: 'Acme',
  legalName: '',
  description: '',
  website: '',
  industry: 'technology',
  size: '1-10',
  address: '',
  city: '',
  state: '',
  country: '',
  phone: '',
  contactEmail: '',
  taxId: '',
  billingEmail: 'bills@acme.example',
  timeZone: 'Europe/London',
  monthlyBudgetMicros: 25_500_000,
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const errorsWith = (patch: object) => fieldErrors(OrganizationFormSchema, { ...valuesOf(profile), ...patch })

test('sends changed fields only and converts the budget from dollars to micro-dollars', () => {
  expect(toUpdateBody(valuesOf(profile), profile)).toEqual({})
  expect(toUpdateBody({ ...valuesOf(profile), budgetDollars: 0.1, city: 'Leeds' }, profile)).toEqual({
    monthlyBudgetMicros: 100_000,
    city: 'Leeds',
  })
})

test('no budget stays none, and an emptied field removes it', () => {
  const none = { ...profile, monthlyBudgetMicros: null }
  expect(valuesOf(none).budgetDollars).toBe('')
  expect(toUpdateBody({ ...valuesOf(profile), budgetDollars: '' }, profile)).toEqual({ monthlyBudgetMicros: null })
})

test.each([
  ['name', '', 'Organization name is required'],
  ['website', 'acme', 'Please enter a web address that begins with https:// or http://'],
  ['contactEmail', 'acme', 'Please enter a valid email address'],
  ['budgetDollars', -1, 'The budget must be from $0 to $1,000,000, or empty for none'],
])('%s: refuses %s with a message', (field, value, message) => expect(errorsWith({ [field]: value })[field]).toBe(message))

test('what may be empty may', () => expect(errorsWith({ website: '', phone: '', contactEmail: '' })).toEqual({}))
