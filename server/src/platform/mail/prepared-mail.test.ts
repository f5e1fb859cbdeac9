import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { simpleParser } from 'mailparser'
import { describe, expect, it } from 'vitest'
import { relaxBody, signMail, type DkimKey } from './dkim.ts'
import { MailError } from './mail-error.ts'
import { prepareMail, writeMail, type MailContent } from './prepared-mail.ts'
import { encodeQuotedPrintable } from './quoted-printable.ts'
import { sesMessageId, sesMessageIds } from './ses-message-id.ts'
import { stuffDots } from './smtp-connection.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const dkim: DkimKey = { domain: 'sender.example', selector: 's1', privateKey }
const record = `v=DKIM1; k=rsa; p=${publicKey.replaceAll(/-----[^-]+-----|\s/g, '')}`
const resolver = (name: string, type: string) =>
  name === 's1._domainkey.sender.example' && type === 'TXT'
    ? Promise.resolve([[record]])
    : Promise.reject(Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' }))

const now = new Date('2026-11-20T10:00:00Z')
const content: MailContent = {
  fromName: 'Acme',
  fromAddress: 'news@sender.example',
  replyTo: 'answers@sender.example',
  subject: 'News',
  text: 'Hello Ada,\n\nnews.\n',
  html: '<p>Hello <b>Ada</b></p>',
  messageId: '<abcDEF_-123@sender.example>',
  returnPath: 'b+token@bounces.sender.example',
  unsubscribeUrl: 'https://imperium.example/unsubscribe/abc?x=1&y=2',
  headers: { 'List-Id': 'Acme News <news.sender.example>', 'Feedback-ID': 'c1:org1:campaign:imperium' },
}
const write = (over: Partial<MailContent> = {}, eightBit = true) =>
  writeMail(prepareMail('ada@example.com', { ...content, ...over }, { eightBit, now }), null)
const signed = async (over: Partial<MailContent> = {}, eightBit = true) => {
  const mail = prepareMail('ada@example.com', { ...content, ...over }, { eightBit, now })
  return writeMail(mail, signMail(mail, dkim, now))
}
const verdicts = async (raw: string) => {
  const { results } = await dkimVerify(Buffer.from(raw), { resolver, curTime: now })
  return results.map(({ status }) => status.result)
}

describe('a prepared mail', () => {
  it('has every header of RFC 8058, no header of automatic mail, and a signature that passes over all of it', async () => {
    const raw = await signed()
    const parsed = await simpleParser(raw)
    const headers = new Map(parsed.headerLines.map(({ key, line }) => [key, line.replaceAll(/\r\n\s+/g, ' ')]))
    expect(headers.get('list-unsubscribe')).toBe('List-Unsubscribe: <https://imperium.example/unsubscribe/abc?x=1&y=2>')
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(headers.get('list-id')).toBe('List-Id: Acme News <news.sender.example>')
    expect(headers.has('precedence') || headers.has('auto-submitted') || headers.has('bcc')).toBe(false)
    expect(parsed).toMatchObject({ messageId: content.messageId, subject: 'News', date: now, text: content.text })
    expect(parsed.from?.value).toEqual([{ name: 'Acme', address: 'news@sender.example' }])
    expect(parsed.replyTo?.value[0]?.address).toBe('answers@sender.example')
    expect(parsed.html).toBe(content.html)
    expect(await verdicts(raw)).toEqual(['pass'])
    const signature = headers.get('dkim-signature')?.replaceAll(/\s/g, '').toLowerCase() ?? ''
    expect(signature).toMatch(/c=relaxed\/relaxed;.*h=[^;]*:list-unsubscribe:list-unsubscribe-post:/)
  })

  it('is marked as automatic for auto-responders (RFC 3834)', () =>
    expect(write({ isAutomatic: true })).toContain('\r\nAuto-Submitted: auto-generated\r\n'))

  it('fails verification when a signed part was changed or added', async () => {
    const raw = await signed()
    expect(await verdicts(raw.replace('One-Click', 'One-Clack'))).toEqual(['fail'])
    expect(await verdicts(raw.replace('news.', 'nexs.'))).not.toEqual(['pass'])
    expect(await verdicts(`From: evil@example.com\r\n${raw}`)).not.toEqual(['pass'])
    expect(await verdicts(`Subject: other\r\n${raw}`)).not.toEqual(['pass'])
  })

  it('is 8-bit when the server supports it, else ASCII; long lines are broken reversibly', async () => {
    const text = `Grüße, 世界 😀\n${'lang '.repeat(400)}\nEnde  \n.Punkt\nFrom hier`
    for (const eightBit of [true, false]) {
      const raw = await signed({ text, html: '<p>ü</p>' }, eightBit)
      expect(raw.split('\r\n').every((line) => Buffer.byteLength(line) <= 998)).toBe(true)
      expect(await verdicts(raw)).toEqual(['pass'])
      expect((await simpleParser(raw)).text).toBe(text)
      expect(/^[\x00-\x7f]*$/.test(raw)).toBe(!eightBit)
    }
    expect(write({ text: 'Grüße', html: '<p>ü</p>' })).toContain('Content-Transfer-Encoding: 8bit')
    expect(write({ text: 'Gruss', html: '<p>u</p>' })).not.toContain('8bit')
  })

  it('without HTML is plain text only', async () => {
    const { html: _, ...plain } = content
    const raw = writeMail(prepareMail('ada@example.com', plain, { eightBit: true, now }), null)
    expect(raw).toContain('Content-Type: text/plain; charset=utf-8')
    expect(raw).not.toContain('multipart')
  })

  it('is the same for every attempt, and its parts stay separate for any text', async () => {
    expect(write()).toBe(write())
    const boundary = /boundary="([^"]+)"/.exec(write())?.[1] ?? ''
    const text = `--${boundary}--\n\nnot the end`
    expect((await simpleParser(write({ text }))).text).toBe(text)
  })

  it.each<[string, Partial<MailContent>]>([
    ['subject', { subject: 'a\r\nBcc: evil@example.com' }],
    ['subject with a lone line feed', { subject: 'a\nb' }],
    ['subject with a line separator', { subject: 'a\u2028b' }],
    ['name', { fromName: 'a\r\nBcc: evil@example.com' }],
    ['sender', { fromAddress: 'a@b.example>\r\nBcc: x' }],
    ['reply address', { replyTo: 'a@b.example, c@d.example' }],
    ['return path', { returnPath: 'a@b.example> SIZE=1' }],
    ['Message-ID', { messageId: '<a@b>\r\nBcc: x' }],
    ['unsubscribe address', { unsubscribeUrl: 'https://a.example/>\r\nBcc: x' }],
    ['scheme of the unsubscribe address', { unsubscribeUrl: 'javascript:alert(1)' }],
    ['value of a header', { headers: { 'List-Id': 'a\r\nBcc: x' } }],
    ['name of a header', { headers: { 'X: y\r\nBcc': 'x' } }],
    ['header of ours', { headers: { Bcc: 'x@example.com' } }],
    ['header of content', { headers: { 'content-type': 'text/html' } }],
    ['Precedence', { headers: { Precedence: 'bulk' } }],
    ['header given twice', { headers: { 'X-A': '1', 'x-a': '2' } }],
  ])('refuses a header smuggled in by the %s (SEC-32)', (_, over) => {
    expect(() => write(over)).toThrow(MailError)
  })

  it('refuses several recipients in one', () => {
    for (const to of ['a@b.example, c@d.example', 'A <a@b.example>', 'a@b.example\r\nDATA', ''])
      expect(() => prepareMail(to, content, { eightBit: true, now })).toThrow(MailError)
  })
})

describe('headers for the provider', () => {
  it('are sent unchanged and unsigned: the provider removes them', async () => {
    const token = 'abcdefghijklmnopqrstuvwxyz234567'.repeat(2).slice(0, 61)
    const own = {
      'X-SMTPAPI': JSON.stringify({ unique_args: { delivery: token } }),
      'X-Mailgun-Variables': JSON.stringify({ delivery: token }),
      'X-SES-MESSAGE-TAGS': `delivery=${token}`,
      'X-PM-Metadata-delivery': token,
      'X-PM-KeepID': 'true',
    }
    const raw = await signed({ headers: own })
    const lines = raw.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
    for (const [name, value] of Object.entries(own)) expect(lines).toContain(`${name}: ${value}`)
    const without = lines.filter((line) => !/^x-(smtpapi|mailgun|ses|pm)/i.test(line)).join('\r\n')
    expect([await verdicts(raw), await verdicts(without)]).toEqual([['pass'], ['pass']])
  })

  it('leaves headers that SES rewrites unsigned only for an email sent by SES', async () => {
    const changed = (raw: string) =>
      raw
        .replace(/^Message-ID: .*$/m, 'Message-ID: <0102018c@eu-west-1.amazonses.com>')
        .replace(/^Date: .*$/m, 'Date: Sat, 21 Nov 2026 00:00:00 +0000')
    const bySes = await signed({ headers: { 'X-SES-MESSAGE-TAGS': 'imperium=abc' } })
    expect(await verdicts(changed(bySes).replace(/^X-SES.*\r\n/m, ''))).toEqual(['pass'])
    expect(await verdicts(changed(await signed()))).toEqual(['fail'])
  })

  it('derives the Message-ID of SES from its reply and the domain of its region', () => {
    const id = '0102018c7f3e2a10-9a483358-9170-4cb4-a269-f5dcdf415321-000000'
    expect(sesMessageId('email-smtp.eu-west-1.amazonaws.com', `250 Ok ${id}`)).toBe(`<${id}@eu-west-1.amazonses.com>`)
    expect(sesMessageId('email-smtp.us-east-1.amazonaws.com', `250 Ok ${id}`)).toBe(`<${id}@email.amazonses.com>`)
    expect(sesMessageId('smtp.example.com', `250 Ok ${id}`)).toBeNull()
    expect(sesMessageId('email-smtp.eu-west-1.amazonaws.com', '250 Ok')).toBeNull()
    expect(sesMessageIds(id, 'eu-west-1')).toContain(`<${id}@eu-west-1.amazonses.com>`)
  })
})

describe('round trip of any text', () => {
  const line = fc
    .string({ unit: 'grapheme', maxLength: 200 })
    .filter((text) => !/[\p{Cc}\u2028\u2029\ufffd]/u.test(text) && text.isWellFormed())

  it('keeps subject and name', async () => {
    await fc.assert(
      fc.asyncProperty(line, line, async (subject, fromName) => {
        fc.pre(fromName.length <= 200 && fromName.trim() === fromName && fromName !== '')
        const raw = write({ subject, fromName })
        for (const each of raw.slice(0, raw.indexOf('\r\n\r\n')).split('\r\n')) expect(each.length).toBeLessThanOrEqual(998)
        const parsed = await simpleParser(raw)
        expect((parsed.subject ?? '').trim()).toBe(subject.trim())
        expect(parsed.from?.value[0]).toEqual({ address: 'news@sender.example', name: fromName })
      }),
      { numRuns: 200 },
    )
  })

  it('keeps the signed text in both encodings', async () => {
    const body = fc.array(fc.oneof(line, fc.constantFrom('', '.', '..', '.x', ' ', '\t', 'a ', '=', '=20')), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (lines, eightBit) => {
        const text = lines.join('\n')
        const raw = await signed({ text, html: text }, eightBit)
        expect(await verdicts(raw)).toEqual(['pass'])
        expect(((await simpleParser(raw)).text ?? '').trimEnd()).toBe(text.trimEnd())
      }),
      { numRuns: 60 },
    )
  })

  it('quoted-printable keeps every byte, in lines of 76', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const encoded = encodeQuotedPrintable(text.replaceAll(/\r\n?|\n/g, '\r\n'))
        for (const each of encoded.split('\r\n')) {
          expect(each.length).toBeLessThanOrEqual(76)
          expect(each).toMatch(/^[\t\x20-\x7e]*$/)
          expect(each).not.toMatch(/[\t ]$/)
        }
        const bytes = encoded
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
        expect(Buffer.from(bytes, 'latin1').toString()).toBe(Buffer.from(text.replaceAll(/\r\n?|\n/g, '\r\n')).toString())
      }),
    )
  })

  it('stuffed dots are undone by the receiver, and no line ends the message early', () => {
    const pieces = fc.array(fc.constantFrom('.', '..', 'a', '\r\n', '\u2028.', ' .', ''), { maxLength: 40 })
    fc.assert(
      fc.property(pieces, (parts) => {
        const data = parts.join('')
        const lines = stuffDots(data).split('\r\n')
        expect(lines).not.toContain('.')
        expect(lines.map((each) => (each.startsWith('.') ? each.slice(1) : each)).join('\r\n')).toBe(data)
      }),
    )
  })

  it('relaxes a body as the RFC describes', () => {
    expect(relaxBody(' C \r\nD \t E\r\n\r\n\r\n')).toBe(' C\r\nD E\r\n')
    expect(relaxBody('\r\n\r\n')).toBe('')
    expect(relaxBody('')).toBe('')
    expect(relaxBody('a')).toBe('a\r\n')
    expect(relaxBody('a\r\n \r\n\t\r\n')).toBe('a\r\n')
  })
})

describe('files', () => {
  it('follow the text, keep their names, and are covered by the signature', async () => {
    const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at & 255))
    const attachments = [
      { name: 'Übersicht "2026".pdf', contentType: 'application/pdf', bytes },
      { name: 'a.bin', contentType: 'text/plain; evil=1', bytes: Buffer.from('words') },
    ]
    const prepared = prepareMail('ada@example.com', { ...content, attachments }, { eightBit: true, now })
    const raw = writeMail(prepared, signMail(prepared, dkim, now))
    const { results } = await dkimVerify(Buffer.from(raw), { resolver })
    expect(results[0]?.status.result).toBe('pass')
    const mail = await simpleParser(raw)
    expect(mail.text?.trim()).toBe('Hello Ada,\n\nnews.')
    expect(mail.html).toContain('<b>Ada</b>')
    expect(mail.attachments.map(({ filename, contentType, content: read }) => [filename, contentType, read.equals(bytes)])).toEqual([
      ['Übersicht "2026".pdf', 'application/pdf', true],
      ['a.bin', 'application/octet-stream', false],
    ])
    expect(() => write({ attachments: [{ name: 'a\r\nBcc: x', contentType: 'text/plain', bytes }] })).toThrow(MailError)
  })
})
