import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReplyReader, SmtpProtocolError } from './smtp-replies.ts'

const readAll = (text: string, cuts: readonly number[] = []) => {
  const reader = createReplyReader()
  const bytes = Buffer.from(text)
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return at.slice(1).flatMap((end, index) => reader.push(bytes.subarray(at[index], end)))
}

describe('replies of a mail server', () => {
  it('reads one line, several lines, and the enhanced status', () => {
    expect(readAll('250 2.1.5 Ok\r\n')).toEqual([{ code: 250, enhanced: '2.1.5', text: 'Ok', summary: '250 2.1.5 Ok' }])
    expect(readAll('550-5.1.1 No such\r\n550 5.1.1 user\r\n')).toEqual([
      { code: 550, enhanced: '5.1.1', text: 'No such\nuser', summary: '550 5.1.1 No such user' },
    ])
    expect(readAll('250\r\n')[0]).toMatchObject({ code: 250, enhanced: null, text: '' })
  })

  it('ignores a status of another class and an address that looks like one', () => {
    expect(readAll('250 5.1.1 strange\r\n')[0]).toMatchObject({ enhanced: null })
    expect(readAll('550 5.1.1.9 is your address\r\n')[0]).toMatchObject({ enhanced: null })
  })

  it.each(['hello\r\n', '99 x\r\n', '2500 x\r\n', '250-a\r\n251 b\r\n', `250 ${'x'.repeat(9_000)}`, '150 x\r\n'])('refuses %j', (text) => {
    expect(() => readAll(text)).toThrow(SmtpProtocolError)
  })

  it('rejects a reply that never ends', () => {
    expect(() => readAll('250-x\r\n'.repeat(300))).toThrow(SmtpProtocolError)
  })

  it('gives the same replies however the bytes are cut', () => {
    const texts = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[\r\n]/g, ' '))
    const reply = fc.record({ code: fc.integer({ min: 200, max: 599 }), lines: fc.array(texts, { minLength: 1, maxLength: 4 }) })
    const write = ({ code, lines }: { code: number; lines: string[] }) =>
      lines.map((line, index) => `${code}${index < lines.length - 1 ? '-' : ' '}${line}\r\n`).join('')
    fc.assert(
      fc.property(fc.array(reply, { maxLength: 5 }), fc.array(fc.nat(2_000), { maxLength: 8 }), (replies, cuts) => {
        const text = replies.map(write).join('')
        const whole = readAll(text)
        expect(whole.map(({ code }) => code)).toEqual(replies.map(({ code }) => code))
        expect(readAll(text, cuts)).toEqual(whole)
      }),
    )
  })

  it('returns only replies or its own error, for any input', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        let seen: unknown
        try {
          seen = createReplyReader().push(Buffer.from(bytes))
        } catch (error) {
          seen = error
        }
        expect(seen instanceof SmtpProtocolError || Array.isArray(seen)).toBe(true)
      }),
    )
  })
})
