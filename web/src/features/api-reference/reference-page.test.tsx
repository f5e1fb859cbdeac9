import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { apiPlayground } from '@imperium/contract/api-playground.ts'
import type { ReferenceOperation } from '@imperium/contract/api-playground.ts'
import { openScreen } from '../../testing/open-screen.tsx'

const read: ReferenceOperation = {
  id: 'agents.read',
  method: 'GET',
  path: '/api/v1/agents/{id}',
  summary: 'Read an agent',
  tag: 'agents',
  scope: 'agents:read',
  isDestructive: false,
}
const document = {
  paths: {
    '/api/v1/agents/{id}': {
      get: {
        description: 'Needs the permission.',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
        responses: { 200: { description: 'Done.', content: {} }, 404: { description: 'Not found.' } },
      },
    },
  },
}

test('opens a part and an operation with parameters, statuses and the way to try it', async () => {
  const api = openScreen('/api-reference', {}, (on) => {
    on.give(apiPlayground.reference, [read])
    on.give(apiPlayground.referenceOf, document)
  })
  fireEvent.click(await screen.findByRole('button', { name: /agents/ }))
  expect(api.sent(apiPlayground.referenceOf)).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: /Read an agent/ }))
  expect(await screen.findByText('uuid')).toBeTruthy()
  expect(screen.getByText('Not found.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Try it' }).getAttribute('href')).toBe(
    '/dashboard/api-playground?endpoint=GET%20%2Fapi%2Fv1%2Fagents%2F%7Bid%7D',
  )
})

test('searches, and says when nothing matches', async () => {
  openScreen('/api-reference?q=nothing-like-it', {}, (on) => on.give(apiPlayground.reference, [read]))
  expect(await screen.findByText('No operation contains this text.')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Search operations' }), { target: { value: 'read an' } })
  expect(await screen.findByText('Read an agent')).toBeTruthy()
})

test('says when it could not be loaded', async () => {
  openScreen('/api-reference', {}, (on) => on.refuse(apiPlayground.reference, 500, 'INTERNAL', 'It broke'))
  expect(await screen.findByText('The API reference could not be loaded')).toBeTruthy()
})

test('is what /dashboard/docs?category=api opens', async () => {
  openScreen('/dashboard/docs?category=api', {}, (on) => on.give(apiPlayground.reference, [read]))
  expect(await screen.findByRole('heading', { name: 'API reference' })).toBeTruthy()
})
