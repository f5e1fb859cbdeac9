import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMail } from '../inbound/read-mail.ts'
import { readTnef } from './read-tnef.ts'

const int = (value: number, size: 2 | 4) => {
  const bytes = Buffer.alloc(size)
  if (size === 2) bytes.writeUInt16LE(value)
  else bytes.writeUInt32LE(value)
  return bytes
}
/** An attribute as [MS-OXTNEF] writes it, with its checksum. */
const attribute = (level: 1 | 2, id: number, data: Buffer) =>
  Buffer.concat([
    Buffer.of(level),
    int(id, 4),
    int(data.length, 4),
    data,
    int(
      data.reduce((sum, byte) => (sum + byte) & 0xffff, 0),
      2,
    ),
  ])
const property = (type: number, id: number, value: Buffer) =>
  Buffer.concat([int(type, 2), int(id, 2), int(1, 4), int(value.length, 4), value, Buffer.alloc((4 - (value.length % 4)) % 4)])
const properties = (...each: Buffer[]) => Buffer.concat([int(each.length, 4), ...each])
const tnef = (...attributes: Buffer[]) => Buffer.concat([int(0x223e9f78, 4), int(1, 2), ...attributes])
const wide = (text: string) => Buffer.from(`${text}\u0000`, 'utf16le')

const file = (name: string, long: string, content: string) => [
  attribute(2, 0x00069002, Buffer.alloc(14)),
  attribute(2, 0x00018010, Buffer.from(`${name}\u0000`)),
  attribute(2, 0x0006800f, Buffer.from(content)),
  attribute(2, 0x00069005, properties(Buffer.concat([int(3, 2), int(0x3705, 2), int(1, 4)]), property(0x1f, 0x3707, wide(long)))),
]
const whole = tnef(
  attribute(1, 0x00089006, int(0x10000, 4)),
  attribute(1, 0x00069003, properties(property(0x1f, 0x1000, wide('Größe 7 fehlt.')))),
  ...file('LISTE~1.TXT', 'Liste der Größen.txt', '1;2'),
  ...file('b.txt', 'b.txt', '3'),
)
const mailOf = (content: Buffer) =>
  readMail(
    Buffer.from(
      `From: a@b.example\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee there.\r\n--b\r\nContent-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}\r\n--b--\r\n`,
    ),
    null,
  )

test('unpacks winmail.dat: its text and its files', async () => {
  const { item, attachments } = await mailOf(whole)
  expect(item.text).toBe('See there.\n\nGröße 7 fehlt.')
  expect(attachments.map(({ name, content }) => [name, content.toString()])).toEqual([
    ['Liste der Größen.txt', '1;2'],
    ['b.txt', '3'],
  ])
})

test.each([
  [
    'HTML',
    tnef(attribute(1, 0x00069003, properties(property(0x102, 0x1013, Buffer.from('<p>Size <b>7</b></p>'))))),
    'See there.\n\nSize 7',
    [],
  ],
  ['the words that the email says anyway', tnef(attribute(1, 0x0002800c, Buffer.from('See there.\u0000'))), 'See there.', []],
  ['nothing that can be read', tnef(), 'See there.', ['winmail.dat']],
  ['bytes of another form', Buffer.from('no TNEF'), 'See there.', ['winmail.dat']],
])('of %s', async (_name, content, text, names) => {
  const { item, attachments } = await mailOf(content)
  expect([item.text, attachments.map(({ name }) => name)]).toEqual([text, names])
})

test('no cut or changed file stops the reader', () => {
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }), (end, at, byte) => {
      const bytes = Buffer.from(whole)
      bytes[at] = byte
      const read = readTnef(bytes.subarray(0, end), (part) => part.toString())
      expect(read === null || Array.isArray(read.files)).toBe(true)
    }),
    { numRuns: 500 },
  )
})
