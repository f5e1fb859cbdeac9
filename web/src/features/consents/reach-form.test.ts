import { expect, test } from 'vitest'
import { UpdateReachSettingsBody } from '@imperium/contract/contacts/consents.ts'
import type { ReachSettings } from '@imperium/contract/contacts/consents.ts'
import { toBody, valuesOf } from './reach-form.ts'

const settings: ReachSettings = {
  doubleOptIn: false,
  doubleOptInSms: false,
  quietFrom: '21:00',
  quietUntil: '08:00',
  quietChannels: ['sms', 'whatsapp'],
  capMessages: null,
  capDays: 7,
  pageTitle: '',
  pageText: '',
  helpText: '',
  previewUrl: '',
  updatedAt: null,
}

test('sends back exactly the values that it read', () => {
  const { previewUrl: _, ...same } = settings
  expect(toBody(valuesOf(settings), settings)).toEqual(same)
})

test('switched off, the times and the cap are none', () => {
  const body = toBody({ ...valuesOf(settings), isQuiet: false, isCapped: false }, settings)
  expect(body).toMatchObject({ quietFrom: null, quietUntil: null, capMessages: null })
})

test('an empty number is refused, not taken for another one', () => {
  const body = toBody({ ...valuesOf(settings), isCapped: true, capMessages: '' }, settings)
  expect(UpdateReachSettingsBody.safeParse(body).success).toBe(false)
  expect(UpdateReachSettingsBody.safeParse(toBody({ ...valuesOf(settings), isCapped: true }, settings)).success).toBe(true)
})
