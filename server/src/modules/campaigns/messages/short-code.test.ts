import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exampleCode } from '@imperium/contract/channels/text-links.ts'
import { createAddressHash } from '../../../platform/crypto/address-hash.ts'
import { newId } from '../../../platform/ids.ts'
import { codeNumber, exampleLinks, readShort, recipientCode, testCode } from './short-code.ts'

const platform = { hashAddress: createAddressHash(Buffer.alloc(32, 7).toString('base64')) }

it('a message has one code, another message another one, and so has another installation', () => {
  const ref = { sendId: newId(), contactId: newId() }
  const code = recipientCode(platform, ref)
  expect(code).toMatch(/^[a-z2-7]{12}$/)
  expect(recipientCode(platform, { ...ref })).toBe(code)
  const others = [
    recipientCode(platform, { ...ref, contactId: newId() }),
    recipientCode(platform, { ...ref, sendId: newId() }),
    recipientCode({ hashAddress: createAddressHash(Buffer.alloc(32, 8).toString('base64')) }, ref),
    testCode(platform, { campaignId: ref.sendId, version: 1 }),
    testCode(platform, { campaignId: ref.sendId, version: 2 }),
  ]
  expect(new Set([code, ...others]).size).toBe(6)
})

it('the number of a code is another one for each, and fits into the table', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'), minLength: 12, maxLength: 12 })
  const valueOf = (code: string) =>
    [...code].reduce((sum, letter) => sum * 32n + BigInt('abcdefghijklmnopqrstuvwxyz234567'.indexOf(letter)), 0n)
  fc.assert(fc.property(letters, (code) => codeNumber(code) === valueOf(code).toString()))
  expect(codeNumber('777777777777')).toBe((2n ** 60n - 1n).toString())
})

it('reads a link in any case and with trailing punctuation; rejects a malformed one before any lookup', () => {
  expect(['ABCDEFGHIJ2712', 'abcdefghij2712).'].map(readShort)).toEqual(
    Array.from({ length: 2 }, () => ({ code: 'abcdefghij27', link: 12 })),
  )
  const none = [
    'abcdefghijkl',
    'abcdefghijkl0',
    'abcdefghijk1',
    'abcdefghijk01',
    'abcdefghijkl12345',
    'abcdefghijkl1/x',
    'abcdefghijkl1.x',
    '',
  ]
  expect(none.map(readShort)).toEqual(none.map(() => null))
  // A previewed link has the length and form of a real one.
  const shown = exampleLinks({ config: { publicUrl: 'https://app.example.com' } as never })(3)
  expect([shown, readShort(shown.split('/').at(-1) ?? '')]).toEqual([
    `https://app.example.com/l/${exampleCode}3`,
    { code: exampleCode, link: 3 },
  ])
})
