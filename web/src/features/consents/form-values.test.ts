import { expect, test } from 'vitest'
import { CreateSignUpFormBody } from '@imperium/contract/contacts/sign-up-forms.ts'
import { bodyOfForm, valuesOfForm, withSms } from './form-values.ts'

const usual = { purposes: ['marketing'], consentText: 'Yes, please' }
const fields = [{ key: 'size' }]

test('creates a form with only the address and double opt-in that the contract accepts', () => {
  const body = bodyOfForm({ ...valuesOfForm(null, usual), name: 'News' }, { fields, form: null })
  expect(CreateSignUpFormBody.parse(body)).toMatchObject({ fields: [], redirectUrl: null, language: null, doubleOptIn: true, ...usual })
})

test('sends the fields in a fixed order and drops deleted ones', () => {
  const values = {
    ...valuesOfForm(null, usual),
    asking: { 'custom:gone': 'required', 'custom:size': 'required', phone: 'no', lastName: 'optional' },
  } as const
  expect(bodyOfForm({ ...values }, { fields, form: null }).fields).toEqual([
    { field: 'lastName', required: false },
    { field: 'custom:size', required: true },
  ])
})

test('text messages bring the question for a number with them, and leave one that is required', () => {
  expect([withSms({}, true), withSms({ phone: 'no' }, true)]).toEqual([{ phone: 'optional' }, { phone: 'optional' }])
  expect([withSms({ phone: 'required' }, true), withSms({ phone: 'no' }, false)]).toEqual([{ phone: 'required' }, { phone: 'no' }])
  const body = bodyOfForm({ ...valuesOfForm(null, usual), name: 'News', smsConsent: true }, { fields, form: null })
  expect(CreateSignUpFormBody.safeParse(body).error?.issues.map(({ path }) => path.join('.'))).toEqual(['smsConsent'])
})
