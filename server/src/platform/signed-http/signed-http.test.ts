import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRetryAfterMs, retryWaitMs } from './retry-schedule.ts'
import { isMac, isSha256Signed, isStale, newSigningSecret, refuseStandard, signingKey, signSha256, signStandard } from './signatures.ts'
import { checkHeaders, createSigner } from './signer.ts'

const now = new Date('2026-11-24T10:00:00Z')
const body = '{"test": 2432232314}'
const bytes = Buffer.from(body)
const read = (headers: Record<string, string>) => (name: string) => headers[name]
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

describe('Standard Webhooks', () => {
  test('signs as the specification shows', () => {
    const key = signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    const signed = signStandard([key], { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body, now: new Date(1_614_265_330_000) })
    expect(signed).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('accepts what it signed, and no other body, id, time or secret', () => {
    const secret = newSigningSecret()
    const headers = signStandard([signingKey(secret)], { id: 'one', body, now })
    const refuse = (over: object = {}, of: Uint8Array = bytes, by = secret) => refuseStandard(read({ ...headers, ...over }), of, [by], now)
    expect(refuse()).toBeNull()
    expect(refuse({}, Buffer.from(`${body} `))).toBe('signature')
    expect(refuse({ 'webhook-id': 'two' })).toBe('signature')
    expect(refuse({ 'webhook-timestamp': String(now.getTime() / 1_000 + 1) })).toBe('signature')
    expect(refuse({ 'webhook-timestamp': 'now' })).toBe('signature')
    expect(refuse({}, bytes, newSigningSecret())).toBe('signature')
    expect(refuse({}, bytes, '')).toBe('signature')
    expect(refuseStandard(read({}), bytes, [secret], now)).toBe('signature')
  })

  test('takes a call for five minutes to either side of now', () => {
    const secret = newSigningSecret()
    const headers = signStandard([signingKey(secret)], { id: 'one', body, now })
    for (const [seconds, refusal] of [
      [300, null],
      [301, 'stale'],
      [-300, null],
      [-301, 'stale'],
    ] as const)
      expect(refuseStandard(read(headers), bytes, [secret], at(seconds))).toBe(refusal)
  })

  test('signs with both secrets while one is replaced, and takes either', () => {
    const [secret, former] = [newSigningSecret(), newSigningSecret()]
    let time = now.getTime()
    const sign = createSigner({ secret, former: { secret: former, until: now.getTime() + 1_000 }, now: () => time })
    const both = sign('one', body)
    for (const by of [secret, former]) expect(refuseStandard(read(both), bytes, [by], now)).toBeNull()
    time += 2_000
    const newest = sign('one', body)
    expect(refuseStandard(read(newest), bytes, [secret], now)).toBeNull()
    expect(refuseStandard(read(newest), bytes, [former], now)).toBe('signature')
    expect(refuseStandard(read(newest), bytes, [former, secret], now)).toBeNull()
  })

  test('checks at most ten signatures of a call', () => {
    const secret = newSigningSecret()
    const headers = signStandard([signingKey(secret)], { id: 'one', body, now })
    const padded = (count: number) => ({ ...headers, 'webhook-signature': `${'v1,AAAA '.repeat(count)}${headers['webhook-signature']}` })
    expect(refuseStandard(read(padded(9)), bytes, [secret], now)).toBeNull()
    expect(refuseStandard(read(padded(10)), bytes, [secret], now)).toBe('signature')
  })
})

test('takes the sha256 header over the same body and secret only', () => {
  const signed = signSha256('secret', '1.', body)
  expect(signed).toMatch(/^sha256=[0-9a-f]{64}$/)
  expect(isSha256Signed(signed, 'secret', `1.${body}`)).toBe(true)
  for (const [given, secret, of] of [
    [signed, 'other', `1.${body}`],
    [signed, 'secret', body],
    [signed.slice(7), 'secret', `1.${body}`],
    ['', 'secret', body],
  ] as const)
    expect(isSha256Signed(given, secret, of)).toBe(false)
  expect(isMac(undefined, { hash: 'sha1', encoding: 'base64' }, 'secret', body)).toBe(false)
  expect(isSha256Signed(signSha256('', body), '', body)).toBe(false)
})

test('signs outgoing calls in our own header too, by the secret as it is written', () => {
  const sign = createSigner({ secret: 'whsec_AAAA' })
  expect(sign('one', body)['x-imperium-signature']).toBe(signSha256('whsec_AAAA', body))
  expect(() => createSigner({ secret: '' })).toThrow(TypeError)
  for (const headers of [{ 'X-A': 'a\r\nX-B: b' }, { 'X A': 'a' }, { 'webhook-id': 'x' }])
    expect(() => checkHeaders(headers)).toThrow(TypeError)
})

test('rejects a time that is too old or too far ahead', () => {
  const seconds = now.getTime() / 1_000
  expect(isStale(String(seconds), now)).toBe(false)
  expect(isStale(String(seconds - 3_600), now, { pastSeconds: 7_200 })).toBe(false)
  for (const bad of ['', 'now', '-5', `${seconds - 301}`, `${seconds + 301}`, '1e9']) expect(isStale(bad, now)).toBe(true)
})

describe('retry schedule', () => {
  test('takes the wait of the attempt, the last one further on, and adds up to a fifth', () => {
    const random = () => 0
    expect(retryWaitMs([100, 200], 1, { random })).toBe(100)
    expect(retryWaitMs([100, 200], 2, { random })).toBe(200)
    expect(retryWaitMs([100, 200], 10, { random: () => 0.5 })).toBe(220)
    expect(retryWaitMs([], 1, { random })).toBe(0)
  })

  test("never retries before the receiver's requested time, and never waits longer than the maximum", () => {
    fc.assert(
      fc.property(
        fc.nat(5),
        fc.array(fc.nat(100_000)),
        fc.nat(1e7),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, waits, request, random) => {
          const wait = retryWaitMs(waits, failures, { retryAfterMs: request, mostMs: 600_000, random: () => random })
          expect(wait).toBeGreaterThanOrEqual(Math.min(request, 600_000))
          expect(wait).toBeLessThanOrEqual(600_000)
        },
      ),
    )
  })

  test('reads Retry-After in seconds and as a date, and believes no more than a day', () => {
    expect(parseRetryAfterMs('120', now)).toBe(120_000)
    expect(parseRetryAfterMs('0.5', now)).toBe(500)
    expect(parseRetryAfterMs('Tue, 24 Nov 2026 10:00:30 GMT', now)).toBe(30_000)
    expect(parseRetryAfterMs('Tue, 24 Nov 2026 09:00:00 GMT', now)).toBe(0)
    expect(parseRetryAfterMs('99999999', now)).toBe(86_400_000)
    for (const bad of [null, undefined, '', 'soon', '-']) expect(parseRetryAfterMs(bad, now)).toBeNull()
  })
})
