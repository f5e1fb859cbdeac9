import { expect, test, vi } from 'vitest'
import type { Platform } from '../platform.ts'
import { pageFacts, withFacts } from './page-facts.ts'

const page = '<head><title>Imperium</title></head>'

test('leaves a fact out when it does not come in time, joins its read, and has it again afterwards', async () => {
  const warn = vi.fn()
  const platform = { log: { warn } } as unknown as Platform
  let reads = 0
  let release = (_ways: string[]): void => undefined
  const isFor = (pathname: string) => pathname === '/login'
  pageFacts.entry({ name: 'quick', isFor, read: () => Promise.resolve(1) }).attach(platform)
  pageFacts
    .entry({
      name: 'slow',
      isFor,
      read: () => {
        reads++
        return new Promise((resolve) => (release = resolve))
      },
    })
    .attach(platform)
  const quickOnly = page.replace('</head>', '<meta name="quick" content="1"></head>')
  expect(await withFacts(platform, '/login', page, 1)).toBe(quickOnly)
  expect(await withFacts(platform, '/login', page, 1)).toBe(quickOnly)
  expect(warn.mock.calls).toEqual(Array.from({ length: 2 }, () => [expect.objectContaining({ fact: 'slow' }), expect.any(String)]))
  // The same read answers the page that waits for it when it comes.
  const waiting = withFacts(platform, '/login', page)
  release(['google'])
  expect(await waiting).toContain('<meta name="slow" content="[&#34;google&#34;]">')
  expect(reads).toBe(1)
  const next = withFacts(platform, '/login', page)
  release([])
  expect(await next).toContain('<meta name="slow" content="[]">')
  expect(reads).toBe(2)
  expect(await withFacts(platform, '/terms', page)).toBe(page)
})

test('leaves a fact out when its read fails', async () => {
  const warn = vi.fn()
  const platform = { log: { warn } } as unknown as Platform
  pageFacts.entry({ name: 'broken', isFor: () => true, read: () => Promise.reject(new Error('down')) }).attach(platform)
  expect(await withFacts(platform, '/login', page)).toBe(page)
  expect(warn).toHaveBeenCalledOnce()
})
