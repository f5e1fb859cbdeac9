import { expect, test } from 'vitest'
import type { ApiKey } from '@imperium/contract/api-keys.ts'
import { keyScopes } from '@imperium/contract/permissions.ts'
import { emptyValues, expiresAtOf, localDay, messageOf, schemaOf, toBody, valuesOf } from './key-form.ts'
import { scopeGroups } from './key-labels.ts'

const nowMs = Date.parse('2026-11-20T10:00:00.000Z')

test('counts days from now, ends a day at local midnight and maps never to null', () => {
  expect(expiresAtOf({ expiry: 'never', expiresOn: '2027-01-01' }, nowMs)).toBeNull()
  expect(expiresAtOf({ expiry: '30', expiresOn: '' }, nowMs)).toBe('2026-12-20T10:00:00.000Z')
  const end = expiresAtOf({ expiry: 'date', expiresOn: '2027-01-05' }, nowMs)
  expect(end).toBe(new Date('2027-01-05T23:59:59').toISOString())
  expect(localDay(new Date(end ?? ''))).toBe('2027-01-05')
})

test('lines, commas and spaces part addresses; blanks are none', () => {
  const body = toBody('organization', { ...emptyValues(), name: 'CI', allowedAddresses: ' 10.0.0.0/8,\n\n2001:db8::/48 ; 1.2.3.4 ' }, nowMs)
  expect(body).toMatchObject({ allowedAddresses: ['10.0.0.0/8', '2001:db8::/48', '1.2.3.4'], rateLimitPerHour: null })
  expect(schemaOf('organization').safeParse(body).success).toBe(true)
})

test('shows missing values at their fields', () => {
  const errorsOf = (kind: 'organization' | 'agent', values: object) => {
    const result = schemaOf(kind).safeParse(toBody(kind, { ...emptyValues(), ...values }, nowMs))
    return Object.fromEntries(result.error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [])
  }
  expect(errorsOf('organization', { scopes: [], expiry: 'date' })).toEqual({
    name: 'Name is required',
    scopes: 'Choose at least one scope',
    expiresAt: 'Choose a date',
  })
  expect(errorsOf('agent', { name: 'Bot' })).toEqual({ agentId: 'Choose an agent' })
  const wrong = errorsOf('organization', { name: 'CI', allowedAddresses: '10.0.0.1 nonsense' })
  expect(messageOf(wrong, 'allowedAddresses')).toBe('Use an IP address or a range such as 203.0.113.0/24')
  expect(messageOf(wrong, 'name')).toBeUndefined()
})

test('fills the form from an existing key', () => {
  const at = '2026-11-20T10:00:00.000Z'
  const key: ApiKey = {
    id: '01a1fa6c-cad6-7339-b012-46a7176c58b9',
    name: 'CI',
    kind: 'organization',
    agent: null,
    key: 'imp_org_',
    scopes: ['agents:read'],
    createdAt: at,
    createdBy: 'Ada',
    updatedAt: at,
    expiresAt: null,
    allowedAddresses: ['10.0.0.0/8', '::1/128'],
    rateLimitPerHour: 7,
    usageCount: 0,
    lastUsed: null,
    status: 'active',
    inactiveReason: null,
    rotatesUntil: null,
  }
  const values = valuesOf(key)
  expect(toBody('organization', values, nowMs)).toEqual({
    name: 'CI',
    scopes: ['agents:read'],
    expiresAt: null,
    allowedAddresses: ['10.0.0.0/8', '::1/128'],
    rateLimitPerHour: 7,
  })
})

test('offers every scope once', () => {
  expect(scopeGroups.flatMap(({ scopes }) => scopes).toSorted()).toEqual(keyScopes.toSorted())
})
