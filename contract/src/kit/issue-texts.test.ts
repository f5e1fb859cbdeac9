import { expect, test } from 'vitest'
import { z } from 'zod'
import './issue-texts.ts'

const Everything = z.strictObject({
  name: z.string().min(2).max(4),
  count: z.int().min(1).max(9),
  isOn: z.boolean(),
  kind: z.enum(['A', 'B']),
  tags: z.array(z.string()).min(1).max(2),
  box: z.object({}),
  email: z.email(),
  at: z.iso.datetime(),
  either: z.union([z.string(), z.number()]),
  slug: z.string().min(1),
  pair: z.array(z.int()).min(2),
  own: z.string('Say its name'),
})
const whole = {
  name: 'abc',
  count: 2,
  isOn: true,
  kind: 'A',
  tags: ['a'],
  box: {},
  email: 'a@example.com',
  at: '2026-01-01T00:00:00Z',
  either: 1,
  slug: 's',
  pair: [1, 2],
  own: 'x',
}

test('finds no issue in a valid value', () => expect(Everything.safeParse(whole).success).toBe(true))

test.each([
  [{ name: undefined }, 'This field is required'],
  [{ name: 7 }, 'Must be a text'],
  [{ name: 'a' }, 'Must be at least 2 characters'],
  [{ name: 'abcde' }, 'Must be at most 4 characters'],
  [{ count: 'x' }, 'Must be a number'],
  [{ count: 1.5 }, 'Must be a whole number'],
  [{ count: 0 }, 'Must be at least 1'],
  [{ count: 10 }, 'Must be at most 9'],
  [{ isOn: 'yes' }, 'Must be true or false'],
  [{ kind: 'C' }, 'Must be one of A, B'],
  [{ tags: 'a' }, 'Must be a list'],
  [{ tags: [] }, 'Must not be empty'],
  [{ tags: ['a', 'b', 'c'] }, 'Must have at most 2 entries'],
  [{ pair: [1] }, 'Must have at least 2 entries'],
  [{ slug: '' }, 'This field is required'],
  [{ box: 1 }, 'Must be an object'],
  [{ email: 'nobody' }, 'Invalid email address'],
  [{ at: 'yesterday' }, 'This value is not valid'],
  [{ either: true }, 'This value is not valid'],
  [{ more: 1 }, 'Unknown field: more'],
  [{ own: 1 }, 'Say its name'],
])('%o: %s', (change, words) =>
  expect(Everything.safeParse({ ...whole, ...change }).error?.issues.map((issue) => issue.message)).toEqual([words]),
)
