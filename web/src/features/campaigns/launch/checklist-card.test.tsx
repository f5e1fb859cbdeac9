import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { LaunchChecklist, LaunchFinding } from '@imperium/contract/campaigns/launch-checklist.ts'
import { showPart } from '../../../testing/show-part.tsx'
import { RefusalNotice } from '../review/launch-button.tsx'
import { ChecklistAside } from './checklist-aside.tsx'
import { ChecklistCard } from './checklist-card.tsx'

const finding = (more: Partial<LaunchFinding>): LaunchFinding => ({
  check: 'links',
  level: 'error',
  path: 'definition.content.html',
  message: 'A link has no address',
  blockId: null,
  ...more,
})
const alt = finding({ check: 'images', level: 'warning', message: 'An image has no alternative text', blockId: 'b3' })
const list: LaunchChecklist = {
  version: 1,
  canLaunch: false,
  checks: [
    { check: 'audience', state: 'ok', findings: [] },
    {
      check: 'links',
      state: 'error',
      findings: [finding({}), finding({ message: 'A link leads to an example address: https://example.com' })],
    },
    { check: 'images', state: 'warning', findings: [alt] },
  ],
}
const ready: LaunchChecklist = { version: 1, canLaunch: true, checks: [{ check: 'audience', state: 'ok', findings: [] }] }
const nothing = { data: undefined, error: null, refresh: () => undefined }

test('is loading, has failed, or is ready', () => {
  const refresh = vi.fn()
  const card = (checklist: object) => (
    <ChecklistCard checklist={{ ...nothing, ...checklist }} isDirty={false} onSave={() => undefined} onFix={() => undefined} />
  )
  const show = showPart(card({}))
  expect(screen.getByRole('region', { name: 'Launch checklist' })).toBeDefined()
  expect(screen.queryByRole('list')).toBeNull()
  show(card({ error: new Error('away'), refresh }))
  expect(screen.getByText('The checklist could not be loaded')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refresh).toHaveBeenCalledTimes(1)
  show(card({ data: ready }))
  expect(screen.getByRole('status').textContent).toBe('Everything is ready')
  expect(screen.queryByRole('button')).toBeNull()
})

test('names each finding with a button that mends it', () => {
  const onFix = vi.fn()
  showPart(<ChecklistCard checklist={{ ...nothing, data: list }} isDirty={false} onSave={() => undefined} onFix={onFix} />)
  expect(screen.getByRole('status').textContent).toBe('1 thing to do before you can send')
  const [audience, links, images] = screen.getAllByRole('listitem')
  expect(audience?.textContent).toBe('done: Audience')
  expect(within(links as HTMLElement).getAllByRole('button')).toHaveLength(2)
  expect(images?.textContent).toContain('worth a look: Images')
  fireEvent.click(screen.getByRole('button', { name: 'Show in the message: An image has no alternative text' }))
  expect(onFix).toHaveBeenCalledWith(alt)
})

test('shows the first findings of a check with many, and the rest when asked', () => {
  const many = Array.from({ length: 9 }, (_, at) => finding({ blockId: `b${at}`, message: `Block ${at} is a sample` }))
  const data: LaunchChecklist = { ...list, checks: [{ check: 'links', state: 'error', findings: many }] }
  showPart(<ChecklistCard checklist={{ ...nothing, data }} isDirty={false} onSave={() => undefined} onFix={() => undefined} />)
  expect(screen.getAllByRole('button', { name: /is a sample/ })).toHaveLength(5)
  fireEvent.click(screen.getByRole('button', { name: 'Show 4 more' }))
  expect(screen.getAllByRole('button', { name: /is a sample/ })).toHaveLength(9)
})

test('says that unsaved changes are not checked, and saves them', () => {
  const onSave = vi.fn()
  showPart(<ChecklistCard checklist={{ ...nothing, data: ready }} isDirty onSave={onSave} onFix={() => undefined} />)
  fireEvent.click(screen.getByRole('button', { name: 'Save and check' }))
  expect(onSave).toHaveBeenCalledTimes(1)
})

test('beside the steps, a line that is not done leads to its mending and says why', () => {
  const onFix = vi.fn()
  showPart(<ChecklistAside checklist={{ ...nothing, data: list }} isOpen isDirty onFix={onFix} />)
  const button = screen.getByRole('button', { name: /to do: Links\s*\. A link has no address\. Show in the message/ })
  expect(screen.getByText('Unsaved changes are not checked yet.')).toBeDefined()
  fireEvent.click(button)
  expect(onFix).toHaveBeenCalledWith(list.checks[1]?.findings[0])
  expect(screen.queryByRole('button', { name: /Audience/ })).toBeNull()
})

test('shows a refusal of the server with everything that it names', () => {
  showPart(
    <RefusalNotice refusal={{ message: 'This campaign cannot be launched yet.', problems: ['Choose a sender', 'Write a subject'] }} />,
  )
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('This campaign cannot be launched yet.')
  expect(
    within(alert)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a sender', 'Write a subject'])
})
