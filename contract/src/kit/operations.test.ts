import { expect, test } from 'vitest'
import { z } from 'zod'
import { create, get, list, operations, remove, update } from './operations.ts'

const Row = z.object({ id: z.string() })
const made = operations(
  'segments',
  { read: 'segments:read', write: 'segments:write' },
  {
    list: list('/segments', 'List segments', { row: Row, filter: { q: z.string().optional() }, v1: true }),
    read: get('/segments/:id', 'Read a segment', { reply: Row }),
    create: create('/segments', 'Create a segment', { body: Row, reply: Row, errors: [] }),
    update: update('/segments/:id', 'Change a segment', { body: Row, reply: Row }),
    remove: remove('/segments/:id', 'Delete a segment', { access: 'contacts:erase' }),
  },
)

test('names operations by module and key', () => {
  expect(Object.values(made).map(({ id }) => id)).toEqual([
    'segments.list',
    'segments.read',
    'segments.create',
    'segments.update',
    'segments.remove',
  ])
})

test('requires the read permission on GET and the write permission otherwise, unless the operation names its own', () => {
  expect(Object.values(made).map(({ access }) => access)).toEqual([
    'segments:read',
    'segments:read',
    'segments:write',
    'segments:write',
    'contacts:erase',
  ])
})

test('brings the parameter of the path, the paging of a list and the usual statuses', () => {
  expect(Object.keys(made.list.query.shape)).toEqual(['q', 'limit', 'cursor'])
  expect(made.list).toMatchObject({ method: 'GET', paged: true, v1: true })
  expect(made.read.params.safeParse({ id: 'no uuid' }).success).toBe(false)
  expect(made.create).toMatchObject({ method: 'POST', status: 201, errors: [] })
  expect(made.update).toMatchObject({ method: 'PATCH', errors: [409] })
})
