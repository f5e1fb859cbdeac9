import { expect, test } from 'vitest'
import type { CampaignRecipient } from '@imperium/contract/campaigns/campaign-reports.ts'
import { momentsOf } from './story-moments.ts'

const event = (type: string, at: string) => ({ at, type, machine: false, detail: '', url: null })
const recipient: CampaignRecipient = {
  contactId: '01900000-0000-7000-8000-000000000000',
  name: 'Nele',
  address: 'nele@example.com',
  status: 'responded',
  reason: null,
  detail: null,
  variant: 0,
  copies: 0,
  nextAt: null,
  sentAt: '2026-11-23T09:00:05.400Z',
  deliveredAt: '2026-11-23T09:00:05.400Z',
  openedAt: null,
  clickedAt: null,
  respondedAt: '2026-11-23T09:00:05.000Z',
  bouncedAt: null,
  complainedAt: null,
  unsubscribedAt: null,
}

test('sorts events of the same second in their logical order', () => {
  const events = [event('responded', '2026-11-23T09:00:05.000Z'), event('opened', '2026-11-23T09:00:04.000Z')]
  expect(momentsOf({ recipient, events }).map(({ type }) => type)).toEqual(['opened', 'sent', 'delivered', 'responded'])
})

test("replaces a timestamp with the matching event, except for a machine's event", () => {
  const events = [{ ...event('delivered', '2026-11-23T09:00:07.000Z'), machine: true }, event('responded', '2026-11-23T09:01:00.000Z')]
  expect(momentsOf({ recipient, events }).map(({ type, at }) => [type, at.slice(17, 19)])).toEqual([
    ['sent', '05'],
    ['delivered', '05'],
    ['delivered', '07'],
    ['responded', '00'],
  ])
})
