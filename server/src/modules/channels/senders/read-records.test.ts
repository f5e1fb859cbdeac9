import { describe, expect, test } from 'vitest'
import { judgeDkim, judgeDmarc, judgeSpf } from './read-records.ts'

describe('DKIM', () => {
  test.each<[string[], boolean, RegExp]>([
    [['v=DKIM1; k=rsa; p=KEY'], true, /published/],
    [['p=K E Y'], true, /published/],
    [[], false, /No DKIM record/],
    [['hello'], false, /No DKIM record/],
    [['v=DKIM1; p=OTHER'], false, /another key/],
    [['v=DKIM1; p='], false, /withdraws/],
    [['v=DKIM2; p=KEY'], false, /v=DKIM2/],
    [['p=KEY', 'p=KEY'], false, /several/],
  ])('%j: %s', (records, ok, reason) => {
    const found = judgeDkim(records, 'KEY')
    expect(found.ok).toBe(ok)
    expect(found.reason).toMatch(reason)
  })
})

describe('SPF', () => {
  test.each<[string[], boolean, RegExp]>([
    [['v=spf1 a:smtp.example.com ~all'], true, /names your mail server/],
    [['google-site-verification=x', 'v=spf1 include:_spf.example.net -all'], true, /Make sure/],
    [['v=spf1 ip4:203.0.113.1 -all'], true, /Make sure/],
    [[], false, /No SPF/],
    [['v=spf10 a -all'], false, /No SPF/],
    [['v=spf1 -all'], false, /any server/],
    [['v=spf1 +all'], false, /anyone/],
    [['v=spf1 a all'], false, /anyone/],
    [['v=spf1 a -all', 'v=spf1 mx -all'], false, /several/],
    [[`v=spf1 ${'include:x.example '.repeat(11)}-all`], false, /ten look-ups/],
  ])('%j: %s', (records, ok, reason) => {
    const found = judgeSpf(records, ['smtp.example.com'])
    expect(found.ok).toBe(ok)
    expect(found.reason).toMatch(reason)
  })
})

describe('DMARC', () => {
  test.each<[string[], boolean, RegExp]>([
    [['v=DMARC1; p=none'], true, /only monitors/],
    [['v=DMARC1;p=reject; rua=mailto:a@example.com'], true, /p=reject/],
    [[], false, /No DMARC/],
    [['v=DMARC1; rua=mailto:a@example.com'], false, /no policy/],
    [['v=DMARC1; p=later'], false, /no policy/],
    [['v=DMARC1; p=none', 'v=DMARC1; p=none'], false, /several/],
  ])('%j: %s', (records, ok, reason) => {
    const found = judgeDmarc(records)
    expect(found.ok).toBe(ok)
    expect(found.reason).toMatch(reason)
  })
})
