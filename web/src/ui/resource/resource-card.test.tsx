import { IconCopy, IconRobot, IconTrash } from '@tabler/icons-react'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPart } from '../../testing/show-part.tsx'
import { CardFigures, CardIcon, ResourceCard } from './resource-card.tsx'

const on = { open: vi.fn(), toggle: vi.fn(), copy: vi.fn(), remove: vi.fn() }
const card = (more: Partial<Parameters<typeof ResourceCard>[0]> = {}) => (
  <ResourceCard
    name="Support triage"
    icon={<CardIcon icon={IconRobot} />}
    about="Customer service"
    description=""
    onOpen={on.open}
    actions={[
      { label: 'Clone', icon: IconCopy, onClick: on.copy },
      false,
      { label: 'Delete', icon: IconTrash, refusal: 'Your role may not delete', onClick: on.remove },
    ]}
    {...more}
  >
    <CardFigures figures={[['Runs', 12]]} />
  </ResourceCard>
)

test('opens by its name and runs an action by its own button', () => {
  showPart(card())
  fireEvent.click(screen.getByRole('button', { name: 'Support triage' }))
  expect(on.open).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Clone: Support triage' }))
  expect(on.copy).toHaveBeenCalledOnce()
  expect(on.open).toHaveBeenCalledOnce()
})

test('does nothing on an action that is refused', () => {
  showPart(card())
  const button = screen.getByRole('button', { name: 'Delete: Support triage' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button)
  expect(on.remove).not.toHaveBeenCalled()
})

test('is selected by its checkbox, and has none where a list has no selection', () => {
  const show = showPart(card({ selection: { isSelected: false, onToggle: on.toggle } }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Support triage' }))
  expect(on.toggle).toHaveBeenCalledOnce()
  show(card())
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('says so when there is no description, and shows figures with their labels', () => {
  showPart(card())
  screen.getByText('No description')
  expect(screen.getByText('Runs').nextElementSibling?.textContent).toBe('12')
})
