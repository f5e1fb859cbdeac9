import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import { campaignChecklists } from '@imperium/contract/campaigns/launch-checklist.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { channels } from '@imperium/contract/channels/channels.ts'
import { contactFields } from '@imperium/contract/contacts/contact-fields.ts'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import { segments } from '@imperium/contract/contacts/segments.ts'
import { emailDesigns } from '@imperium/contract/email-designs/email-design-operations.ts'
import { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import type { FakeApi } from '../../testing/fake-api.ts'
import { at, id } from '../../testing/person-of.ts'

const counts = ['total', 'queued', 'sent', 'delivered', 'opened', 'clicked', 'responded', 'bounced', 'complained', 'unsubscribed'] as const
const others = ['failed', 'skipped', 'held', 'repeats', 'costMicros'] as const
const stats = {
  ...(Object.fromEntries([...counts, ...others].map((name) => [name, 0])) as Record<
    (typeof counts)[number] | (typeof others)[number],
    number
  >),
  responseRate: null,
  deliveryRate: null,
}

const campaignWith = (content: object): Campaign => ({
  id: id(1),
  name: 'Spring',
  description: '',
  channel: 'email',
  status: 'draft',
  agentId: null,
  agentName: null,
  writerName: null,
  audienceSummary: '',
  definition: CampaignDefinition.parse({ content }),
  version: 1,
  stats,
  nextAt: null,
  pauseReason: '',
  approval: 'none',
  approvalBy: '',
  needsReview: false,
  createdBy: 'Ada',
  launchedAt: null,
  completedAt: null,
  createdAt: at,
  updatedAt: at,
})

const heading = { id: 'a', type: 'heading', spans: [{ text: 'Spring is here' }], isSample: true }
const divider = { id: 'b', type: 'divider' }
const button = { id: 'c', type: 'button', label: 'Shop', url: 'https://shop.test/' }
const columns = { id: 'd', type: 'columns', columns: [[], []] }
const footer = { id: 'f', type: 'footer' }

function openMessage(content: object, role: Role = 'OWNER'): FakeApi {
  return openScreen(`campaigns/${id(1)}/edit?step=message`, { role }, (api) => {
    api.give(campaigns.read, campaignWith({ subject: 'Hi', ...content }))
    api.give(campaignChecklists.checklist, { version: 1, canLaunch: true, checks: [] })
    api.give(channels.readEmailSettings, { trackOpens: true, trackClicks: true } as never)
    api.give(contactFields.fields, [])
    api.give(contacts.list, [])
    api.give(segments.list, [])
    api.give(emailDesigns.listBlocks, [])
    api.give(emailDesigns.readStyle, EmailStyle.parse({}))
    api.give(campaignReports.preview, {
      contactId: null,
      contactName: 'Alex Example',
      subject: 'Hi',
      html: '<p>Rendered</p>',
      text: 'Rendered',
      whatsappVariables: [],
      sms: null,
      issues: [],
    })
  })
}

const design = (...blocks: object[]) => ({ design: { blocks } })
const list = () => screen.findByRole('list', { name: 'Blocks of the email' })
const frame = (name: string) => screen.getByRole('group', { name })
/** The names of the blocks at the top level, in order. */
const order = async () =>
  [...(await list()).children].map((item) => item.querySelector('[data-block-id]')?.getAttribute('aria-label') ?? '')

test('moves a block by keys, says where it is, and undoes the move', async () => {
  openMessage(design(heading, divider, footer))
  expect(await order()).toEqual(['Heading: Spring is here', 'Divider', 'Footer'])
  fireEvent.focus(frame('Divider'))
  fireEvent.keyDown(frame('Divider'), { key: 'ArrowUp', altKey: true })
  expect(await order()).toEqual(['Divider', 'Heading: Spring is here', 'Footer'])
  expect(screen.getByText('Divider moved, 1 of 3')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(frame('Divider')))
  fireEvent.keyDown(frame('Divider'), { key: 'ArrowUp', altKey: true })
  expect(screen.getByText('The block cannot be moved there')).toBeTruthy()
  fireEvent.keyDown(frame('Divider'), { key: 'z', ctrlKey: true })
  expect(await order()).toEqual(['Heading: Spring is here', 'Divider', 'Footer'])
  fireEvent.keyDown(frame('Divider'), { key: 'Z', ctrlKey: true, shiftKey: true })
  expect(await order()).toEqual(['Divider', 'Heading: Spring is here', 'Footer'])
})

test('takes the whole window and back, with what can be undone', async () => {
  openMessage(design(heading, divider, footer))
  await list()
  fireEvent.focus(frame('Divider'))
  fireEvent.keyDown(frame('Divider'), { key: 'ArrowUp', altKey: true })
  fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  const dialog = await screen.findByRole('dialog', { name: 'Email design' })
  expect(within(dialog).getByRole('group', { name: 'Email designer' })).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Full screen' })).toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Undo' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await order()).toEqual(['Heading: Spring is here', 'Divider', 'Footer'])
})

test('goes from block to block, into columns, duplicates and deletes by keys', async () => {
  openMessage(design(button, columns, footer))
  await list()
  fireEvent.focus(frame('Button: Shop'))
  fireEvent.keyDown(frame('Button: Shop'), { key: 'd', ctrlKey: true })
  expect(await order()).toEqual(['Button: Shop', 'Button: Shop', 'Columns', 'Footer'])
  const copy = document.activeElement as HTMLElement
  fireEvent.keyDown(copy, { key: 'ArrowRight', altKey: true })
  expect(within(screen.getByRole('list', { name: 'Column 1' })).getByRole('group', { name: 'Button: Shop' })).toBeTruthy()
  fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'ArrowRight', altKey: true })
  const inColumn = within(screen.getByRole('list', { name: 'Column 2' })).getByRole('group', { name: 'Button: Shop' })
  await waitFor(() => expect(document.activeElement).toBe(inColumn))
  fireEvent.keyDown(inColumn, { key: 'ArrowUp' })
  await waitFor(() => expect(document.activeElement).toBe(frame('Columns')))
  fireEvent.keyDown(inColumn, { key: 'Delete' })
  expect(screen.getByText('Button removed')).toBeTruthy()
  expect(screen.getAllByRole('group', { name: 'Button: Shop' })).toHaveLength(1)
})

test('adds a block before the footer, and saves the design', async () => {
  const api = openMessage(design(heading, footer))
  await list()
  api.give(campaigns.update, campaignWith({ subject: 'Hi' }))
  fireEvent.click(screen.getByRole('button', { name: 'Spacer' }))
  expect(await order()).toEqual(['Heading: Spring is here', 'Spacer', 'Footer'])
  expect(screen.getByText('Spacer added, 2 of 3')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Height' }), { target: { value: '3' } })
  expect(screen.getByText('From 4 to 200')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Height' }), { target: { value: '40' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(api.sent(campaigns.update)).toHaveLength(1))
  const sent = api.sent(campaigns.update)[0]?.body as { definition: { content: { design: { blocks: object[] } } } }
  expect(sent.definition.content.design.blocks[1]).toMatchObject({ type: 'spacer', height: 40 })
})

test('lists problems, and leads to their block', async () => {
  openMessage(design(heading, { id: 'i', type: 'image' }, footer))
  fireEvent.click(await screen.findByRole('tab', { name: 'Check (2)' }))
  const problems = await screen.findByRole('list', { name: 'Problems of the email' })
  expect(within(problems).getByText('This is still the text of the layout: "Spring is here"')).toBeTruthy()
  fireEvent.click(within(problems).getByRole('button', { name: /Choose an image/ }))
  await waitFor(() => expect(document.activeElement).toBe(frame('Image')))
  expect(screen.getByRole('textbox', { name: 'Alternative text' })).toBeTruthy()
})

test('an address that is none stays in its field, and a domain becomes one', async () => {
  openMessage(design(button, footer))
  await list()
  fireEvent.click(frame('Button: Shop'))
  const field = screen.getByRole('textbox', { name: 'Address of the link' })
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'javascript:alert(1)' } })
  fireEvent.blur(field)
  expect(screen.getByText('An address that begins with https://')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'shop.test/sale' } })
  fireEvent.blur(field)
  expect((field as HTMLInputElement).value).toBe('https://shop.test/sale')
  expect(screen.queryByText('An address that begins with https://')).toBeNull()
})

test('shows merge fields as chips with their fallback', async () => {
  openMessage(design({ ...heading, spans: [{ text: 'Hi ' }, { field: 'first_name', fallback: 'there' }] }, footer))
  const chip = await screen.findByText('First name')
  expect(chip.textContent).toBe('First namethere')
  fireEvent.click(chip)
  expect(await screen.findByRole('textbox', { name: 'Heading' })).toBeTruthy()
  expect(document.querySelector('[contenteditable] [data-field=first_name]')?.textContent).toBe('First namethere')
})

test('a message in HTML opens in its field, and offers a design', async () => {
  openMessage({ html: '<p>By hand</p>' })
  expect((await screen.findByRole('radio', { name: 'HTML' })).getAttribute('checked')).not.toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Design' }))
  expect(await screen.findByRole('button', { name: 'Blank' })).toBeTruthy()
})

test('a viewer reads the design and changes nothing', async () => {
  openMessage(design(heading, divider, footer), 'VIEWER')
  await list()
  expect(screen.queryByRole('tab', { name: 'Add' })).toBeNull()
  fireEvent.click(frame('Heading: Spring is here'))
  fireEvent.keyDown(frame('Heading: Spring is here'), { key: 'Delete' })
  fireEvent.keyDown(frame('Heading: Spring is here'), { key: 'ArrowDown', altKey: true })
  expect(await order()).toEqual(['Heading: Spring is here', 'Divider', 'Footer'])
  expect(document.querySelector('[contenteditable]')).toBeNull()
})

test('a saved block can be renamed', async () => {
  const saved = { id: id(7), name: 'Greeting', block: { ...heading, padding: 12 }, createdAt: at, updatedAt: at }
  const api = openMessage(design(heading, footer))
  api.give(emailDesigns.listBlocks, [saved] as never)
  api.give(emailDesigns.updateBlock, { ...saved, name: 'Hello' } as never)
  fireEvent.click(await screen.findByRole('button', { name: 'Rename Greeting' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rename the block' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: 'Hello' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.sent(emailDesigns.updateBlock)[0]?.body).toEqual({ name: 'Hello', updatedAt: at }))
})
