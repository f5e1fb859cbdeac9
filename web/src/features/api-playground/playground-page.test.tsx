import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiPlayground } from '@imperium/contract/api-playground.ts'
import type { PlaygroundCall, ReferenceOperation, SavedRequest } from '@imperium/contract/api-playground.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import type { FakeApi } from '../../testing/fake-api.ts'
import { at, id } from '../../testing/person-of.ts'
import { usePendingQuestion } from '../../ui/dialog/confirm.ts'

const operation = (method: ReferenceOperation['method'], path: string, isDestructive = false): ReferenceOperation => ({
  id: `agents.${method.toLowerCase()}`,
  method,
  path,
  summary: `${method} of agents`,
  tag: 'agents',
  scope: 'agents:read',
  isDestructive,
})
const listOfAgents = operation('GET', '/api/v1/agents')
const removal = operation('DELETE', '/api/v1/agents/{id}', true)
const query = (name: string, schema: object) => ({ name, in: 'query', required: false, schema })
const document = {
  paths: {
    '/api/v1/agents': { get: { parameters: [query('limit', { type: 'integer' }), query('cursor', { type: 'string' })], responses: {} } },
    '/api/v1/agents/{id}': { delete: { parameters: [], responses: {} } },
  },
}
const call: PlaygroundCall = { id: id(5), method: 'GET', path: '/api/v1/contacts?q=ada', status: 404, durationMs: 4, sizeBytes: 9, at }
const collection = { id: id(7), name: 'Nightly checks', createdBy: 'Ada', createdAt: at, updatedAt: at, requests: [] }

/** The public address of the list, as the fake API knows operations. */
const listed = {
  id: 'v1.agents',
  method: 'GET',
  path: '/v1/agents',
  summary: '',
  access: 'public',
  reply: z.array(z.object({ name: z.string() })),
} as const satisfies Endpoint
const removed = { id: 'v1.remove', method: 'DELETE', path: '/v1/agents/:id', summary: '', access: 'public' } as const satisfies Endpoint

function open(place = '', role: Role = 'OWNER', arrange: (api: FakeApi) => void = () => undefined): FakeApi {
  return openScreen(`api-playground${place}`, { role }, (api) => {
    api.give(apiPlayground.reference, [listOfAgents, removal])
    api.give(apiPlayground.referenceOf, document)
    api.give(apiPlayground.collections, [collection])
    api.give(apiPlayground.history, [])
    api.give(apiPlayground.createToken, { token: 'imp_try_secret', expiresAt: '2099-01-01T00:00:00.000Z', scopes: ['agents:read'] })
    api.give(apiPlayground.recordCall, call)
    arrange(api)
  })
}
const sendButton = () => screen.findByRole('button', { name: 'Send Request' })

describe('the API playground', () => {
  test('sends with a token of its own, and shows status, rate limit and body', async () => {
    const api = open('', 'OWNER', (on) => on.give(listed, [{ name: 'Scout' }]))
    expect(await screen.findByDisplayValue('limit')).toBeTruthy()
    expect(screen.getByText('No response yet')).toBeTruthy()
    fireEvent.click(await sendButton())
    expect(await screen.findByText('Request successful')).toBeTruthy()
    expect(screen.getByText('"Scout"')).toBeTruthy()
    expect(api.sent(apiPlayground.createToken)).toHaveLength(1)
    expect(api.sent(listed)[0]?.query).toEqual({ limit: '10' })
    await waitFor(() => expect(api.sent(apiPlayground.recordCall)[0]?.body).toMatchObject({ path: '/api/v1/agents?limit=10', status: 200 }))
  })

  test('shows the real error of the API', async () => {
    open('', 'OWNER', (on) => on.refuse(listed, 403, 'FORBIDDEN', 'Access denied.'))
    await screen.findByDisplayValue('limit')
    fireEvent.click(await sendButton())
    expect(await screen.findByText('Request failed')).toBeTruthy()
    expect(screen.getAllByText('"Access denied."').length).toBeGreaterThan(0)
  })

  test('translates an offset into a cursor', async () => {
    const api = open('', 'OWNER', (on) => on.give({ ...listed, paged: true }, [{ name: 'Scout' }], 'after-five'))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Query parameter 2: enabled' }))
    fireEvent.change(screen.getByRole('textbox', { name: 'Query parameter 2: value' }), { target: { value: '5' } })
    fireEvent.click(await sendButton())
    expect(await screen.findByText(/offset of 5/)).toBeTruthy()
    expect(api.sent(listed).map((each) => each.query)).toEqual([{ limit: '5' }, { limit: '10', cursor: 'after-five' }])
  })

  test('asks before a call that deletes, and needs the placeholder', async () => {
    const api = open('?endpoint=DELETE%20/api/v1/agents/%7Bid%7D', 'OWNER', (on) => on.give(removed, undefined))
    const value = await screen.findByRole('textbox', { name: /^id/ })
    expect((await sendButton()).hasAttribute('disabled')).toBe(true)
    fireEvent.change(value, { target: { value: id(9) } })
    fireEvent.click(await sendButton())
    const { result: question } = renderHook(() => usePendingQuestion())
    await waitFor(() => expect(question.current?.message).toContain(`DELETE /api/v1/agents/${id(9)}`))
    expect(api.sent(removed)).toEqual([])
    act(() => question.current?.answer(true))
    await waitFor(() => expect(api.sent(removed)).toHaveLength(1))
  })

  test('saves the request in a collection of the organization', async () => {
    const saved: SavedRequest = {
      ...collection,
      collectionId: collection.id,
      method: 'GET',
      path: '/api/v1/agents',
      pathValues: {},
      query: [],
      headers: [],
      body: '',
    }
    const api = open('', 'OWNER', (on) => on.give(apiPlayground.saveRequest, saved))
    await screen.findByText('Nightly checks')
    await screen.findByDisplayValue('limit')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.submit(within(dialog).getByRole('textbox', { name: 'Name' }).closest('form')!)
    await waitFor(() =>
      expect(api.sent(apiPlayground.saveRequest)[0]?.body).toMatchObject({
        name: 'GET /agents',
        collectionId: collection.id,
        path: '/api/v1/agents',
      }),
    )
  })

  test('brings a call of the history back', async () => {
    open('', 'OWNER', (on) => on.give(apiPlayground.history, [call]))
    fireEvent.click(await screen.findByRole('button', { name: /\/api\/v1\/contacts/ }))
    expect(await screen.findByDisplayValue('/api/v1/contacts')).toBeTruthy()
    expect(screen.getByDisplayValue('ada')).toBeTruthy()
  })

  test('lets a viewer send and not save', async () => {
    open('', 'VIEWER')
    expect(await screen.findByText('Nightly checks')).toBeTruthy()
    expect((await sendButton()).hasAttribute('disabled')).toBe(false)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.queryByRole('button', { name: '+ New Collection' })).toBeNull()
  })

  test('shows what could not be loaded', async () => {
    open('', 'OWNER', (on) => {
      on.refuse(apiPlayground.reference, 500, 'INTERNAL', 'It broke')
      on.refuse(apiPlayground.collections, 500, 'INTERNAL', 'It broke')
    })
    expect(await screen.findByText('The endpoints could not be loaded')).toBeTruthy()
    expect(await screen.findByText('The collections could not be loaded')).toBeTruthy()
  })
})
