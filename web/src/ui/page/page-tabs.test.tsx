import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPart } from '../../testing/show-part.tsx'
import { PageTabs, labelsOf } from './page-tabs.tsx'

const tabs = { overview: 'Overview', runs: 'Runs' }
function Failing(): never {
  throw new Error('The chart broke')
}

test('lists the tabs in their order, with the open one selected', () => {
  showPart(
    <PageTabs tabs={tabs} open="runs" onOpen={() => {}}>
      <p>All runs</p>
    </PageTabs>,
  )
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Overview', 'Runs'])
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Runs')
  expect(screen.getByRole('tabpanel').textContent).toBe('All runs')
})

test('names the tab that is chosen', () => {
  const onOpen = vi.fn()
  showPart(
    <PageTabs tabs={tabs} open="overview" onOpen={onOpen}>
      <p>Summary</p>
    </PageTabs>,
  )
  fireEvent.click(screen.getByRole('tab', { name: 'Runs' }))
  expect(onOpen.mock.calls).toEqual([['runs']])
})

test('keeps an error inside the tab and clears it when another tab opens', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const show = showPart(
    <PageTabs tabs={tabs} open="overview" onOpen={() => {}}>
      <Failing />
    </PageTabs>,
  )
  expect(screen.getByRole('tabpanel').querySelector('[role="alert"]')).not.toBeNull()
  show(
    <PageTabs tabs={tabs} open="runs" onOpen={() => {}}>
      <p>All runs</p>
    </PageTabs>,
  )
  expect(screen.getByRole('tabpanel').textContent).toBe('All runs')
  error.mockRestore()
})

test('takes the labels from a list of definitions', () => {
  expect(
    labelsOf([
      { value: 'b', label: 'Second' },
      { value: 'a', label: 'First' },
    ] as const),
  ).toEqual({ b: 'Second', a: 'First' })
})
