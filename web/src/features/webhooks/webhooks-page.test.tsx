import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { webhooks } from '@imperium/contract/webhooks.ts'
import type { ListedWebhook, WebhookDelivery, WebhookEvent } from '@imperium/contract/webhooks.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import type { FakeApi } from '../../testing/fake-api.ts'
import { at, id } from '../../testing/person-of.ts'
import { ConfirmHost } from '../../ui/dialog/confirm-host.tsx'
import { testStates } from '../../testing/screen-states.ts'

const failed: WebhookDelivery = {
  id: id(21),
  webhookId: id(7),
  eventId: id(22),
  event: 'agent.created',
  status: 'failed',
  statusCode: 500,
  timestamp: at,
  responseTime: 120,
  errorMessage: 'The receiver did not accept the delivery.',
  attempts: 2,
  nextAttemptAt: null,
  isTest: false,
  payload: { id: id(22), event: 'agent.created', timestamp: at, data: { name: 'Qualifier' } },
}
const first: ListedWebhook = {
  id: id(7),
  name: 'CRM',
  description: 'Leads of the website',
  url: 'https://crm.example.com/hooks',
  events: ['agent.created', 'campaign.sent'],
  isEnabled: true,
  disabledReason: null,
  disabledAt: null,
  secretKey: 'whsec_ab************************wxyz',
  formerSecretUntil: null,
  headers: [{ key: 'X-Key' }],
  filter: [],
  orderingKey: null,
  ratePerSecond: null,
  includesContact: false,
  failingSince: null,
  lastTriggered: at,
  createdBy: 'Ada Lovelace',
  createdAt: at,
  updatedAt: at,
  deliveryStats: { total: 4, successful: 3, failed: 1 },
  recentDeliveries: [failed],
}
const { recentDeliveries: _recent, ...read } = first
const catalogue: WebhookEvent[] = ['agent.created', 'campaign.sent'].map((type) => ({
  type,
  label: 'An agent was created',
  schema: { type: 'object' },
  example: { event: type, timestamp: at, data: { campaignName: 'Spring' } },
}))
const stats = { total: 1, active: 1, deliveries: 4, successRate: 75 }
const others = (api: FakeApi) => {
  api.give(webhooks.stats, stats)
  api.give(webhooks.catalogue, catalogue)
}

testStates('webhooks', {
  place: 'webhooks',
  heading: 'Webhooks',
  list: webhooks.list,
  others,
  loadFailed: 'Webhooks could not be loaded',
  empty: { data: [], texts: 'No webhooks configured' },
  noMatch: { place: 'webhooks?q=zzz', texts: 'No matches' },
  filled: {
    data: [first],
    texts: ['CRM', 'https://crm.example.com/hooks', 'Recent deliveries', '500 · 120 ms', 'Total Webhooks', 'Success Rate', '75%'],
  },
})

const open = (place: string, arrange: (api: FakeApi) => void = () => undefined, role: 'OWNER' | 'MEMBER' = 'OWNER') =>
  openScreen(place, { role }, (api) => {
    others(api)
    api.give(webhooks.list, [first])
    arrange(api)
  })

test('says so where a webhook has no deliveries', async () => {
  open('webhooks', (api) => api.give(webhooks.list, [{ ...first, recentDeliveries: [] }]))
  expect(await screen.findByText('No delivery logs yet')).toBeDefined()
})

test('retries a failed delivery, tests, switches off, and deletes after the question', async () => {
  const api = open('webhooks', (on) => {
    on.give(webhooks.retryDelivery, { ...failed, status: 'pending' })
    on.give(webhooks.test, { ...failed, isTest: true })
    on.give(webhooks.update, { ...read, isEnabled: false })
    on.give(webhooks.remove, undefined)
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Retry: agent.created' }))
  await waitFor(() => expect(api.sent(webhooks.retryDelivery)).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Test CRM' }))
  await screen.findByText(/The test failed\. The receiver did not accept the delivery\./)
  fireEvent.click(screen.getByRole('switch', { name: 'Disable CRM' }))
  await waitFor(() => expect(api.sent(webhooks.update)[0]?.body).toEqual({ isEnabled: false }))
  fireEvent.click(screen.getByRole('button', { name: 'More for CRM' }))
  render(
    <MantineProvider env="test">
      <ConfirmHost />
    </MantineProvider>,
  )
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(api.sent(webhooks.remove)).toEqual([])
  await screen.findByText('Are you sure you want to delete this webhook?')
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(api.sent(webhooks.remove)).toHaveLength(1))
})

test('shows and copies the secret on request, and says that it was copied', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  open('webhooks', (api) => api.give(webhooks.revealSecret, { plainSecretKey: 'whsec_plain' }))
  await screen.findByText(first.secretKey)
  fireEvent.click(screen.getByRole('button', { name: 'Copy the secret of CRM' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(writeText).toHaveBeenCalledWith('whsec_plain')
  fireEvent.click(screen.getByRole('button', { name: 'Show the secret of CRM' }))
  await screen.findByText('whsec_plain')
})

test('creates one, says what is missing, drops blank headers, and shows the secret', async () => {
  const api = open('webhooks?create=true', (on) => on.give(webhooks.create, { ...read, plainSecretKey: 'whsec_made' }))
  const dialog = await screen.findByRole('dialog')
  const name = await within(dialog).findByRole('textbox', { name: 'Name' })
  const submit = () => fireEvent.submit(name.closest('form')!)
  submit()
  for (const message of ['Name is required', 'URL is required']) await within(dialog).findByText(message)
  expect(within(dialog).getAllByText('Select at least one event').length).toBe(2)
  fireEvent.change(name, { target: { value: 'Billing' } })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'URL' }), { target: { value: 'nowhere' } })
  submit()
  await within(dialog).findByText('Enter a valid URL')
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'URL' }), { target: { value: 'https://billing.example.com/' } })
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: 'campaign.sent' }))
  submit()
  await screen.findByText('whsec_made')
  expect(api.sent(webhooks.create)[0]?.body).toMatchObject({
    name: 'Billing',
    events: ['campaign.sent'],
    headers: [{ key: '', value: '' }],
  })
})

test('changes one on the version that was read, and keeps the stored header', async () => {
  const api = open(`webhooks?edit=${first.id}`, (on) => {
    on.give(webhooks.read, read)
    on.give(webhooks.update, read)
  })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.change(name, { target: { value: 'CRM 2' } })
  fireEvent.submit(name.closest('form')!)
  await waitFor(() =>
    expect(api.sent(webhooks.update)[0]?.body).toMatchObject({ name: 'CRM 2', headers: [{ key: 'X-Key' }], updatedAt: at }),
  )
})

test('shows the log, one delivery with its attempts, and the examples', async () => {
  open(`webhooks?webhook=${first.id}&delivery=${failed.id}`, (api) => {
    api.give(webhooks.read, read)
    api.give(webhooks.deliveries, [failed])
    const attempt = { attempt: 1, at, url: first.url, statusCode: 500, responseTime: 120, errorMessage: null }
    const exchange = { requestHeaders: { 'webhook-id': id(22) }, responseHeaders: { server: 'x' }, responseBody: 'no' }
    api.give(webhooks.readDelivery, { ...failed, attemptLog: [{ ...attempt, ...exchange }] })
  })
  const response = await screen.findByRole('region', { name: 'Response of attempt 1' })
  expect(response.textContent).toBe('server: x\n\nno')
  fireEvent.click(screen.getByRole('button', { name: 'All deliveries' }))
  await screen.findByRole('list', { name: 'Deliveries' })
})

test('shows an example of each event and the headers of the signature', async () => {
  open('webhooks?examples=true')
  const example = await screen.findByRole('region', { name: 'Example payload' })
  expect(example.textContent).toContain('campaign.sent')
  await screen.findByText('x-imperium-signature')
})

test('shows members the log without secrets and without actions', async () => {
  open('webhooks', undefined, 'MEMBER')
  await screen.findByText('Recent deliveries')
  for (const name of ['Test CRM', 'Copy the secret of CRM', 'Create Webhook', 'Retry: agent.created'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByText(first.secretKey)).toBeNull()
})
