import { expect, test } from 'vitest'
import { z } from 'zod'
import { replyOf } from './reply-of.ts'

const Book = z.object({
  id: z.string(),
  pageCount: z.int(),
  addedAt: z.string(),
  soldAt: z.string().nullable(),
  shelf: z.enum(['a', 'b']),
  title: z.string(),
})
const row = { id: '1', page_count: 7, added_at: new Date('2026-01-02T03:04:05.006Z'), sold_at: null, shelf: 'a', name: 'Emma', secret: 's' }
const toBook = replyOf(Book, (each: { name: string }) => ({ title: each.name }))

test('takes the fields of the contract from the columns of the same name, moments as text', () => {
  expect(toBook(row)).toEqual({ id: '1', pageCount: 7, addedAt: '2026-01-02T03:04:05.006Z', soldAt: null, shelf: 'a', title: 'Emma' })
})

test('shows no column that the contract does not name', () => {
  expect(toBook(row)).not.toHaveProperty('secret')
})

test('converts a derived date to text', () => {
  const toDated = replyOf(Book, (each: { name: string }) => ({ title: each.name, soldAt: new Date(0) }))
  expect(toDated(row).soldAt).toBe('1970-01-01T00:00:00.000Z')
})

test('does not compile when a column is missing or of another type', () => {
  // @ts-expect-error -- a number is no text
  const wrongType = () => toBook({ ...row, id: 1 })
  // @ts-expect-error -- page_count is missing
  const missing = () => toBook({ ...row, page_count: undefined })
  expect([wrongType, missing]).toHaveLength(2)
})
