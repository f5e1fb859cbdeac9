import { expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import { hasBegunSince, isUntouched } from './edit-conflict.ts'

const startAt = '2026-11-24T09:00'
const definitionOf = (schedule: object) => CampaignDefinition.parse({ content: { text: 'Hello' }, schedule })
const once = definitionOf({ type: 'scheduled', startAt, timeZone: 'UTC' })
const daily = definitionOf({ type: 'recurring', startAt, timeZone: 'UTC', frequency: 'daily', endAt: null, missed: 'skip' })
const campaign = (fields: Partial<Campaign>): Campaign =>
  ({
    name: 'Spring',
    description: '',
    channel: 'sms',
    agentId: null,
    status: 'scheduled',
    nextAt: startAt,
    definition: once,
    ...fields,
  }) as Campaign

test('treats a scheduled campaign that started while it was open as unchanged by others', () => {
  const [read, newest] = [campaign({}), campaign({ status: 'running', nextAt: null, updatedAt: 'later' })]
  expect([hasBegunSince(read, newest), isUntouched(read, newest)]).toEqual([true, true])
  // Read after it began, a pause is no beginning.
  expect([hasBegunSince(newest, campaign({ status: 'paused', nextAt: null }))]).toEqual([false])
})

test('allows a save after an occurrence of a recurring campaign started', () => {
  const [read, newest] = [campaign({ definition: daily }), campaign({ definition: daily, status: 'running', nextAt: 'later' })]
  expect([hasBegunSince(read, newest), isUntouched(read, newest)]).toEqual([false, true])
})

test("never overwrites another member's change, nor a draft that was launched meanwhile", () => {
  const read = campaign({ definition: daily })
  expect(isUntouched(read, campaign({ definition: daily, name: 'Summer' }))).toBe(false)
  expect(isUntouched(read, campaign({ definition: { ...daily, content: { ...daily.content, text: 'Bye' } } }))).toBe(false)
  const draft = campaign({ status: 'draft', nextAt: null, definition: definitionOf({ type: 'now' }) })
  const launched = { ...draft, status: 'running' as const }
  expect([isUntouched(draft, launched), hasBegunSince(draft, launched)]).toEqual([false, true])
})
