import { expect, test } from 'vitest'
import { rss } from '../connectors/automation/rss.ts'
import { connectionOf } from '../testing/stub-service.ts'
import { toItems } from './read-poll.ts'

test('keeps items apart whose long ids differ only at their end', () => {
  const trigger = rss.triggers?.['new_entry']
  if (!trigger) throw new Error('there is no trigger')
  const address = `https://news.example/${'a'.repeat(300)}`
  const ids = toItems(connectionOf(rss, {}), trigger, [{ id: `${address}/1` }, { id: `${address}/2` }, { id: 'short' }]).map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  expect(ids.map((id) => id.length)).toEqual([200, 200, 5])
  expect(ids[0]).toContain('https://news.example/aaa')
})
