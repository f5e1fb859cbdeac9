import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPart } from '../../testing/show-part.tsx'
import { LoadMore } from './card-list.tsx'
import type { Rows } from './use-rows.ts'

const onLoadMore = vi.fn()
const list = (more: Partial<Rows<string>['table']>, hasMoreFailed = false): Rows<string> => ({
  rows: ['a'],
  table: { rows: ['a'], loading: false, hasMore: false, loadingMore: false, onLoadMore, ...more },
  total: null,
  isEmpty: false,
  error: null,
  hasMoreFailed,
  retry: onLoadMore,
})

test('loads the next page', () => {
  showPart(<LoadMore list={list({ hasMore: true })} label="Show older ones" />)
  fireEvent.click(screen.getByRole('button', { name: 'Show older ones' }))
  expect(onLoadMore).toHaveBeenCalledOnce()
})

test('stays as the retry when the next page failed', () => {
  showPart(<LoadMore list={list({}, true)} />)
  expect(screen.getByRole('button').textContent).toBe('Load more')
})

test('is gone at the end of the list', () => {
  showPart(<LoadMore list={list({})} />)
  expect(screen.queryByRole('button')).toBeNull()
})
