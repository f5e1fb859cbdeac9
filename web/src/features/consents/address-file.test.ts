import { expect, test } from 'vitest'
import { decodeText, readAddressFile } from './address-file.ts'

test('finds addresses in a list and in a table, each once, and reports lines without one', () => {
  const table = [
    'Name;E-Mail;Since',
    '"Lovelace, Ada";Ada <ada@example.com>;2026',
    '',
    'Bob;;2026',
    'Ada;ADA@example.com;2025',
    "Eve;'eve@example.com';1",
  ]
  expect(readAddressFile(table.join('\r\n'), 'email')).toEqual({
    addresses: [
      { line: 2, text: 'ada@example.com' },
      { line: 6, text: 'eve@example.com' },
    ],
    without: [{ line: 4, text: 'Bob;;2026' }],
    repeated: 1,
  })
})

test('of several numbers the one with a plus, else the first that may be one', () => {
  const { addresses, without } = readAddressFile('id,phone\n123456,"\'+44 20 7946 0958"\n020 7946 0959\nnobody\n', 'sms')
  expect(addresses.map(({ text }) => text)).toEqual(['+44 20 7946 0958', '020 7946 0959'])
  expect(without).toEqual([{ line: 4, text: 'nobody' }])
})

test('UTF-16, as spreadsheets write it, and a mark at the beginning are read', () => {
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x40, 0]))).toBe('a@')
  expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toBe('a')
})
