import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { showPart } from '../../testing/show-part.tsx'
import { DetailPage, QueryPage } from './detail-page.tsx'

const refetch = vi.fn()
const page = (query: { data: string | undefined; error: Error | null }) => (
  <QueryPage query={{ ...query, refetch }} title="Agent" failed="The agent could not be loaded">
    {(name) => (
      <DetailPage title={name} status="Active" facts={['Version 3', false, null, 'unpublished']} actions={null} description="Sorts tickets">
        <p>Content</p>
      </DetailPage>
    )}
  </QueryPage>
)
const refusedWith = (status: number) => new ApiError({ kind: 'answer', status })

test('shows the noun and a placeholder while it loads', () => {
  showPart(page({ data: undefined, error: null }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Agent')
  expect(document.querySelector('[aria-busy="true"]')).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([403, 404])('says why without a retry button when the answer is %i', (status) => {
  showPart(page({ data: undefined, error: refusedWith(status) }))
  expect(screen.getByRole('alert').textContent).toContain('The agent could not be loaded')
  expect(screen.queryByRole('button')).toBeNull()
})

test('loads again on the retry button when the server failed', () => {
  showPart(page({ data: undefined, error: refusedWith(500) }))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('shows name, status, the facts that there are, description and content when the data is there', () => {
  const show = showPart(page({ data: undefined, error: null }))
  show(page({ data: 'Support triage', error: null }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Support triage')
  expect(screen.getByText('Active').textContent).toBe('ActiveVersion 3unpublished')
  screen.getByText('Sorts tickets')
  screen.getByText('Content')
})

test('keeps the data on screen when a later refetch fails', () => {
  showPart(page({ data: 'Support triage', error: refusedWith(500) }))
  screen.getByText('Content')
  expect(screen.queryByRole('alert')).toBeNull()
})
