import { expect, test } from 'vitest'
import { excerptOf, partnerOf, recipientOf } from './message-labels.ts'

const row = {
  contactName: 'Carla',
  direction: 'inbound',
  isMine: false,
  preview: 'Hi',
  recipient: '',
  recipientEmail: '',
  sender: 'Carla',
} as const
const shown = (given: Partial<Parameters<typeof partnerOf>[0]>) => [partnerOf({ ...row, ...given }), excerptOf({ ...row, ...given })]

test('titles a conversation with its contact and names another last sender', () => {
  expect(shown({})).toEqual(['Carla', 'Hi'])
  expect(shown({ direction: 'outbound', sender: 'Mia Member' })).toEqual(['Carla', 'Mia Member: Hi'])
  expect(shown({ direction: 'outbound', sender: 'Mia Member', isMine: true })).toEqual(['Carla', 'You: Hi'])
  // The reply to STOP.
  expect(shown({ direction: 'outbound', sender: 'Imperium' })).toEqual(['Carla', 'Imperium: Hi'])
  expect(recipientOf(row)).toBe('Carla')
})

test('one between members is under the name of the other one', () => {
  const internal = { contactName: '', direction: 'internal' } as const
  expect(shown({ ...internal, sender: 'Mia Member', recipient: 'Otto Owner' })).toEqual(['Mia Member', 'Hi'])
  expect(shown({ ...internal, sender: 'Otto Owner', recipient: 'Mia Member', isMine: true })).toEqual(['Mia Member', 'You: Hi'])
  expect(recipientOf({ ...row, contactName: '', recipientEmail: 'mia@example.com' })).toBe('mia@example.com')
})
