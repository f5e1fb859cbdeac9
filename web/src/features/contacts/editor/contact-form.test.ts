import { expect, test } from 'vitest'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import { CreateContactBody } from '@imperium/contract/contacts/contacts.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { contactBody, valuesOf } from './contact-form.ts'
import { mergeRows, namesApart } from '../merge/merge-choices.ts'

const at = '2026-01-02T03:04:05.006Z'
const field = (key: string, type: ContactField['type']): ContactField => ({
  id: key,
  key,
  label: key.toUpperCase(),
  type,
  choices: [],
  createdAt: at,
  updatedAt: at,
})
const fields = [field('note', 'text'), field('age', 'number'), field('member', 'boolean')]
const contact: Contact = {
  id: 'c',
  email: 'ada@example.com',
  phone: null,
  firstName: 'Ada',
  lastName: '',
  name: 'Ada',
  locale: null,
  timeZone: null,
  tags: ['vip'],
  custom: { age: 0, member: false },
  source: 'manual',
  sourceDetail: '',
  emailState: 'active',
  createdAt: at,
  updatedAt: at,
}

test('omits blank fields, keeps zero and no as values and removes cleared ones', () => {
  const values = valuesOf(contact, fields)
  expect(values.custom).toEqual({ note: '', age: 0, member: false })
  expect(contactBody(values, contact)).toMatchObject({ email: 'ada@example.com', phone: null, custom: { age: 0, member: false } })
  expect(contactBody({ ...values, custom: { note: '', age: '', member: null } }, contact).custom).toEqual({ age: null, member: null })
})

test('a new contact needs an address', () => {
  const body = (change: object) => CreateContactBody.safeParse(contactBody({ ...valuesOf(null, fields), ...change }, null))
  expect(body({}).error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['email', 'Enter an email address or a phone number'],
  ])
  expect(body({ phone: ' +44 20 7946 0958 ' }).success).toBe(true)
})

test('shows differing values of two contacts, preselects common ones and tells the contacts apart', () => {
  const other: Contact = { ...contact, id: 'o', email: 'a@example.com', lastName: 'King', custom: { age: 7, note: 'n' } }
  expect(mergeRows(contact, other).map(({ field: name, isChoice, only }) => [name, isChoice, only])).toEqual([
    ['email', true, 'ada@example.com'],
    ['lastName', false, 'King'],
    ['custom.age', true, 0],
    ['custom.member', false, false],
    ['custom.note', false, 'n'],
  ])
  expect(namesApart(contact, other)).toEqual({ kept: 'ada@example.com', other: 'a@example.com' })
  expect(namesApart(contact, { ...other, name: 'Ada King' })).toEqual({ kept: 'Ada', other: 'Ada King' })
})
