import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { activity } from '@imperium/contract/activity.ts'
import { bundles } from '@imperium/contract/bundles/bundles.ts'
import type { BundleDifference } from '@imperium/contract/bundles/bundles.ts'
import { dataExports } from '@imperium/contract/data-exports/data-exports.ts'
import { erasure } from '@imperium/contract/erasure/erasure.ts'
import { demoData } from '@imperium/contract/onboarding/demo-data.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { at, id } from '../../testing/person-of.ts'

const bundle = { format: 'organization-bundle', formatVersion: 1, nouns: {} }
const difference = (more: Partial<BundleDifference>): BundleDifference => ({
  noun: 'agents',
  name: 'Lead',
  change: 'update',
  values: [{ path: 'systemPrompt', before: '"Answer"', after: '"Answer shortly"' }],
  missing: [],
  reason: null,
  ...more,
})

/** The page with nothing stored, as its owner sees it. */
const openData = (more: Parameters<typeof openScreen>[2] = () => undefined) =>
  openScreen('settings/data', {}, (on) => {
    on.give(activity.retention, { retentionDays: 90, historyDays: null, updatedAt: at } as never)
    on.give(demoData.read, { status: 'none', progress: 0, counts: {}, error: null, startedAt: null } as never)
    on.give(dataExports.held, { kinds: [{ kind: 'contacts', count: 1_234, bytes: null, oldestAt: at, keptDays: null }] })
    on.give(dataExports.list, [])
    on.give(erasure.holds, [])
    on.give(erasure.certificates, [])
    more(on)
  })

const choose = (content: object) => {
  const field = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!field) throw new Error('no field for a file')
  fireEvent.change(field, { target: { files: [new File([JSON.stringify(content)], 'organization.json', { type: 'application/json' })] } })
}

test('shows what a bundle changes before it is applied, and afterwards what waits', async () => {
  const waits = difference({ name: 'Helper', change: 'wait', missing: ['connections: Slack'], values: [] })
  const api = openData((on) => {
    on.give(bundles.compare, {
      differences: [difference({}), difference({ name: 'Other', change: 'same', values: [] })],
      refused: ['reports'],
    })
    on.give(bundles.apply, { differences: [difference({}), waits], refused: [] })
  })
  await screen.findByText('Organization as code')
  choose(bundle)
  await screen.findByText('What the bundle changes')
  expect(screen.getByText('1 object is the same')).toBeTruthy()
  expect(screen.getByText('Left out, as you may not change them: Reports')).toBeTruthy()
  expect(api.sent(bundles.apply)).toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByText('Not here yet: connections: Slack')
  expect(api.sent(bundles.apply)[0]?.body).toEqual(bundle)
})

test('a file with other content is refused here', async () => {
  const api = openData()
  await screen.findByText('Organization as code')
  choose({ format: 'something else' })
  await screen.findByText('organization.json is not a bundle of an organization.')
  expect(api.sent(bundles.compare)).toHaveLength(0)
})

test('says what is stored and starts an export of everything', async () => {
  const api = openData((on) =>
    on.give(dataExports.create, {
      id: id(5),
      state: 'running',
      requestedBy: 'Ada',
      createdAt: at,
      finishedAt: null,
      sizeBytes: null,
      rows: 0,
      files: 0,
      expiresAt: null,
      message: '',
    }),
  )
  await screen.findByText('1,234')
  fireEvent.click(screen.getByRole('button', { name: 'Start an export' }))
  await waitFor(() => expect(api.sent(dataExports.create)).toHaveLength(1))
})

test('places a legal hold with a reason, and lists what an erasure left', async () => {
  const api = openData((on) => {
    on.give(erasure.certificates, [
      {
        id: id(6),
        erasedAt: at,
        erasedBy: 'Ada',
        contacts: [{ id: id(7), emailHash: 'ab', phoneHash: null }],
        places: [{ place: 'contacts', before: 1, after: 0 }],
      },
    ])
    on.refuse(erasure.hold, 409, 'CONFLICT', 'There is a legal hold on this already.')
  })
  await screen.findByText('1 row erased', { exact: false })
  fireEvent.click(await screen.findByRole('button', { name: 'Hold the whole organization' }))
  const place = await screen.findByRole('button', { name: 'Place the hold' })
  fireEvent.click(place)
  await screen.findByText('Say why')
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Case 12' } })
  fireEvent.click(place)
  await waitFor(() => expect(api.sent(erasure.hold)[0]?.body).toMatchObject({ reason: 'Case 12' }))
})
