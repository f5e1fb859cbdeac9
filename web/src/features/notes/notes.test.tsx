import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { notes } from '@imperium/contract/notes.ts'
import type { Note } from '@imperium/contract/notes.ts'
import { team } from '@imperium/contract/team.ts'
import type { TeamMember } from '@imperium/contract/team.ts'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { at, id } from '../../testing/person-of.ts'

const person = (number: number, name: string): TeamMember => ({
  id: id(number),
  name,
  email: `${number}@example.com`,
  role: 'MEMBER',
  status: 'ACTIVE',
  joinedAt: at,
  lastActive: null,
  expiresAt: null,
  isExpired: false,
  updatedAt: at,
})
const [ada, grace] = [person(71, 'Ada Lovelace'), person(72, 'Grace Hopper')]
const note = (over: Partial<Note> = {}): Note => ({
  id: id(81),
  subject: 'workflow',
  subjectId: id(61),
  body: `Ask <@${ada.id}> and <@${id(99)}>`,
  author: { id: grace.id, name: grace.name },
  isMine: false,
  mentions: [{ id: ada.id, name: ada.name }],
  createdAt: at,
  updatedAt: at,
  ...over,
})
const giveWorkflow = (api: FakeApi) =>
  api.give(workflows.read, {
    id: id(61),
    name: 'Welcome',
    description: '',
    status: 'draft',
    trigger: { type: 'manual', value: '' },
    actions: 0,
    executions: 0,
    lastRun: null,
    successRate: null,
    version: null,
    hasChanges: false,
    createdBy: 'Grace Hopper',
    createdAt: at,
    updatedAt: at,
    draft: WorkflowDefinition.parse({}),
    revision: 1,
    problems: [],
    webhookUrl: null,
    nextAt: null,
  })

const open = (role: 'MEMBER' | 'VIEWER', rows: Note[]) =>
  openScreen(`workflows/${id(61)}?tab=notes`, { role }, (api) => {
    giveWorkflow(api)
    api.give(notes.list, rows)
    api.give(notes.create, note())
    api.give(team.members, ({ query }) => [ada, grace].filter(({ name }) => name.toLowerCase().includes((query['q'] ?? '').toLowerCase())))
  })

const type = (input: HTMLElement, value: string) => {
  fireEvent.change(input, { target: { value, selectionStart: value.length } })
  fireEvent.select(input, { target: { selectionStart: value.length } })
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'New note' })

test('shows mentions as names, and those who are gone as former members', async () => {
  open('VIEWER', [note()])
  const article = await screen.findByRole('article', { name: 'Note by Grace Hopper' })
  expect(article.textContent).toContain('Ask @Ada Lovelace and @Former member')
  expect(within(article).queryByRole('button')).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'New note' })).toBeNull()
})

test('picks a member by keyboard after an @ and sends the mention', async () => {
  const api = open('MEMBER', [])
  const input = await field()
  type(input, 'Ask @')
  const list = await screen.findByRole('listbox', { name: 'Members' })
  const options = within(list).getAllByRole('option')
  expect(options.map((each) => each.getAttribute('aria-selected'))).toEqual(['true', 'false'])
  expect(input.getAttribute('aria-activedescendant')).toBe(options[0]?.id)
  fireEvent.keyDown(input, { key: 'ArrowDown' })
  expect(input.getAttribute('aria-activedescendant')).toBe(options[1]?.id)
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(input.value).toBe('Ask @Grace Hopper ')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  fireEvent.keyDown(input, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(api.sent(notes.create)).toHaveLength(1))
  expect(api.sent(notes.create)[0]?.body).toEqual({ subject: 'workflow', subjectId: id(61), body: `Ask <@${grace.id}>` })
  await waitFor(() => expect(input.value).toBe(''))
})

test('picks a member by mouse, and Escape closes the list', async () => {
  open('MEMBER', [])
  const input = await field()
  type(input, '@ada')
  fireEvent.click(await screen.findByRole('option', { name: /Ada Lovelace/ }))
  expect(input.value).toBe('@Ada Lovelace ')
  type(input, '@Ada Lovelace @g')
  await screen.findByRole('option', { name: /Grace Hopper/ })
  fireEvent.keyDown(input, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
})
