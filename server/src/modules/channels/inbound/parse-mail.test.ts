import { describe, expect, test } from 'vitest'
import { readMail } from './read-mail.ts'

const head = 'From: Eve <eve@example.org>\r\nTo: news@example.com\r\nSubject: Hello\r\nMessage-ID: <deep@example.org>\r\n'
const read = async (text: string) => (await readMail(Buffer.from(text), null)).item
const deep = '<div>'.repeat(20_000)

describe('malicious emails', () => {
  test('elements in elements without end: reads the words in them', async () => {
    const item = await read(`${head}Content-Type: text/html\r\n\r\n${deep}<p>Words</p>\r\n`)
    expect(item).toMatchObject({
      kind: 'message',
      sender: 'eve@example.org',
      subject: 'Hello',
      text: 'Words',
      externalId: 'mail:<deep@example.org>',
    })
  })

  test('keeps a text that is longer than a message as a file, whole', async () => {
    const long = `<p>${'x'.repeat(150_000)}</p><p>end</p>`
    const { attachments } = await readMail(Buffer.from(`${head}Content-Type: text/html\r\n\r\n${long}\r\n`), null)
    expect(attachments.map(({ name, content }) => [name, content.toString().endsWith('end')])).toEqual([['message.txt', true]])
  })

  test('its plain text stays, and a report stays a report', async () => {
    const part = (type: string, body: string) => `--cut\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`
    const emailMessage = await read(
      `${head}Content-Type: multipart/mixed; boundary=cut\r\n\r\n${part('text/plain', 'Please stop')}${part('text/html', deep)}--cut--\r\n`,
    )
    expect(emailMessage).toMatchObject({ kind: 'message', data: { replyText: 'Please stop' } })
    const status =
      'Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; ada@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n'
    const report = await read(
      `${head}Content-Type: multipart/report; boundary=cut\r\n\r\n${part('text/html', deep)}${part('message/delivery-status', status)}--cut--\r\n`,
    )
    expect(report).toMatchObject({ kind: 'bounce', data: { originalRecipient: 'ada@example.org', isPermanent: true } })
  })

  test.each([
    ['a header of megabytes', `${head}X-Long: ${'a'.repeat(3_000_000)}\r\n\r\nHello`],
    ['headers without end', `${head}${'X-A: b\r\n'.repeat(200_000)}\r\nHello`],
  ])('%s: reads only the first headers, and keeps the text', async (_name, text) => {
    const item = await read(text)
    expect(item).toMatchObject({
      kind: 'message',
      sender: 'eve@example.org',
      recipient: 'news@example.com',
      subject: 'Hello',
      text: 'Hello',
    })
  })

  test.each(['', '\r\n\r\n', '\r\n\r\nHello', 'Hello', ':', ': x\r\n\r\nHello'])('%j is a mail without headers', async (text) => {
    const item = await read(text)
    expect(item).toMatchObject({ sender: '', recipient: '', subject: '' })
    expect(item.text.includes('Hello')).toBe(text.includes('Hello'))
  })

  test.each([
    ['References that are empty', 'References:\r\n\r\nHello'],
    ['References that are many', 'References: <a@b.example>\r\nReferences: <c@d.example>\r\n\r\nHello'],
    ['parts of no type', 'Content-Type: multipart/mixed; boundary=cut\r\n\r\n--cut\r\nContent-Type: ;\r\n\r\nHello\r\n--cut--\r\n'],
  ])('%s', async (_name, rest) => {
    expect(await read(`${head}${rest}`)).toMatchObject({ kind: 'message', sender: 'eve@example.org' })
  })

  test('parses one endless line as an email of no sender, with a stable id', async () => {
    const line = `X: b\r\nFrom: ${'a'.repeat(3_000_000)}\r\n\r\nHello`
    const item = await read(line)
    expect(item).toMatchObject({ sender: '', subject: '', text: 'Hello' })
    expect((await read(line)).externalId).toBe(item.externalId)
  })
})
