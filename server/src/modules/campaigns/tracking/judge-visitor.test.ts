import { describe, expect, it } from 'vitest'
import { isBurst, isMachine } from './judge-visitor.ts'

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const sentAt = new Date('2026-11-20T10:00:00Z')
const later = new Date('2026-11-20T10:05:00Z')
const visit = { method: 'GET', userAgent: browser, purpose: '', sentAt, at: later }

describe('who opens and clicks', () => {
  it('a browser after a while is a person, and so is the picture proxy of a mail provider', () => {
    expect(isMachine(visit)).toBe(false)
    expect(
      isMachine({ ...visit, userAgent: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)' }),
    ).toBe(false)
    expect(
      isMachine({ ...visit, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148' }),
    ).toBe(false)
  })

  it.each([
    ['a HEAD request', { method: 'HEAD' }],
    ['a look ahead', { purpose: 'prefetch;anonymous-client-ip' }],
    ['no name at all', { userAgent: '' }],
    ['a mail service that fetches everything in advance', { userAgent: 'Mozilla/5.0' }],
    ['a link scanner', { userAgent: `${browser} BingPreview/1.0b` }],
    ['a script', { userAgent: 'python-requests/2.32' }],
    ['a second after the message was handed over', { at: new Date(sentAt.getTime() + 1_000) }],
  ])('%s is a machine', (_what, change) => expect(isMachine({ ...visit, ...change })).toBe(true))

  it('who follows three different links at once reads none of them', () => {
    expect(isBurst([1, 2, 3])).toBe(true)
    expect(isBurst([1, 1, 1, 2])).toBe(false)
  })
})
