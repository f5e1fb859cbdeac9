import { describe, expect, test } from 'vitest'
import { readMail } from './read-mail.ts'
import { stripQuotes } from '../mail-reader/find-quotation.ts'
import { verpTokenOf } from '../senders/verp-token.ts'

const token = 'a2b3c4d5e6f7'.repeat(5) + 'a'
const mail = (headers: string[], body: string): Buffer => Buffer.from([...headers, '', body].join('\r\n').replaceAll(/\r?\n/g, '\r\n'))
const read = async (headers: string[], body: string) => (await readMail(mail(headers, body), null)).item

const report = (type: string, parts: { type: string; body: string }[]) => ({
  headers: [`Content-Type: multipart/report; report-type=${type}; boundary="cut"`, 'MIME-Version: 1.0'],
  body: [...parts.flatMap((part) => ['--cut', `Content-Type: ${part.type}`, '', part.body]), '--cut--', ''].join('\n'),
})

const original =
  'Return-Path: <x@example.com>\nMessage-ID: <sent.1@news.example.com>\nFrom: news@example.com\nTo: Ada <Ada@Example.org>\nSubject: News'

async function bounce(status: string, recipients: string, extra: { type: string; body: string }[] = []) {
  const { headers, body } = report('delivery-status', [
    { type: 'text/plain', body: 'Your message could not be delivered.' },
    {
      type: 'message/delivery-status',
      body: `Reporting-MTA: dns; mx.example.org\n\n${recipients || `Final-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: ${status}`}`,
    },
    { type: 'message/rfc822', body: `${original}\n\nHello` },
    ...extra,
  ])
  return read(
    [
      `From: MAILER-DAEMON@mx.example.org`,
      `To: b+${token.toUpperCase()}@example.com`,
      'Message-ID: <dsn.1@mx>',
      'Subject: Undelivered',
      ...headers,
    ],
    body,
  )
}

describe('delivery reports (RFC 3464)', () => {
  test('reads code, text, recipient, original and token of a permanent bounce', async () => {
    const recipients =
      'Original-Recipient: rfc822;Ada@example.org\nFinal-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 no\n such user'
    expect(await bounce('', recipients)).toMatchObject({
      kind: 'bounce',
      channel: 'email',
      externalId: 'mail:<dsn.1@mx>',
      recipient: `b+${token}@example.com`,
      data: {
        verpToken: token,
        messageIds: ['<sent.1@news.example.com>'],
        originalRecipient: 'ada@example.org',
        statusCode: '5.1.1',
        isPermanent: true,
        diagnostic: '550 5.1.1 no such user',
      },
    })
  })

  test.each([
    ['5.1.1', true],
    ['5.1.10', true],
    ['5.2.1', true],
    ['5.1.3', true],
    ['5.7.1', false],
    ['5.3.0', false],
    ['5.4.4', false],
    ['5.5.0', false],
    ['5.6.1', false],
    ['5.2.2', false],
    ['4.2.2', false],
    ['4.4.7', false],
  ])('status %s is permanent: %s', async (status, isPermanent) => {
    expect((await bounce(status, '')).data).toMatchObject({ statusCode: status, isPermanent })
  })

  test.each([
    ['delayed', 'status'],
    ['delivered', 'status'],
    ['relayed', 'status'],
    ['failed', 'bounce'],
  ])('action %s is a %s', async (action, kind) => {
    expect((await bounce('', `Final-Recipient: rfc822; a@example.org\nAction: ${action}\nStatus: 4.0.0`)).kind).toBe(kind)
  })

  test.each([
    ['5.0.0', '550 5.1.1 User unknown', true],
    ['5.0.0', '550 no such user here', true],
    ['5.0.0', '550 5.7.1 Message blocked by policy', false],
    ['5.0.0', '554 rejected as spam', false],
    ['5.1.0', '550 sender denied by policy', false],
    ['5.0.0', '', false],
  ])('status %s with "%s" is permanent: %s', async (status, texts, isPermanent) => {
    const fields = `Final-Recipient: rfc822; a@example.org\nAction: failed\nStatus: ${status}\n${texts ? `Diagnostic-Code: smtp; ${texts}\n` : ''}`
    expect((await bounce('', fields)).data).toMatchObject({ isPermanent })
  })

  test('of several recipients, the one that failed counts', async () => {
    const item = await bounce(
      '',
      'Final-Recipient: rfc822; ok@example.org\nAction: delivered\nStatus: 2.0.0\n\nFinal-Recipient: rfc822; gone@example.org\nAction: failed\nStatus: 5.1.1',
    )
    expect([item.kind, item.data.originalRecipient]).toEqual(['bounce', 'gone@example.org'])
  })

  test('reads a report that returns only the headers of the original', async () => {
    const { headers, body } = report('delivery-status', [
      {
        type: 'message/delivery-status',
        body: 'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; a@example.org\nAction: failed\nStatus: 5.1.1',
      },
      { type: 'text/rfc822-headers', body: original },
    ])
    expect((await read(['From: mailer-daemon@mx.example.org', 'To: a@example.com', ...headers], body)).data.messageIds).toEqual([
      '<sent.1@news.example.com>',
    ])
  })

  test('a server without report format: believed only with a code', async () => {
    const from = [
      'From: Mail Delivery <MAILER-DAEMON@mx.example.org>',
      `To: b+${token}@example.com`,
      'Subject: failure notice',
      'Content-Type: text/plain',
    ]
    const item = await read(from, 'Hi. I was not able to deliver to:\n\n<ada@example.org>:\n550 5.1.1 unknown user\n')
    expect(item).toMatchObject({
      kind: 'bounce',
      data: { statusCode: '5.1.1', isPermanent: true, originalRecipient: 'ada@example.org', verpToken: token },
    })
    expect((await read(from, 'Your mail is very important to us.')).kind).toBe('other')
  })
})

describe('feedback reports (RFC 5965)', () => {
  const arf = (type: string) =>
    report('feedback-report', [
      { type: 'text/plain', body: 'This is a spam report.' },
      {
        type: 'message/feedback-report',
        body: `Feedback-Type: ${type}\nUser-Agent: Some/1\nVersion: 1\nOriginal-Mail-From: <b+${token}@example.com>\nOriginal-Rcpt-To: <ada@example.org>`,
      },
      { type: 'message/rfc822', body: `${original}\n\nHello` },
    ])

  test('abuse is a complaint, matched by the envelope sender', async () => {
    const { headers, body } = arf('abuse')
    expect(await read(['From: fbl@mail.example', 'To: fbl@example.com', 'Message-ID: <arf.1@m>', ...headers], body)).toMatchObject({
      kind: 'complaint',
      data: { verpToken: token, originalRecipient: 'ada@example.org', messageIds: ['<sent.1@news.example.com>'] },
    })
  })

  test.each(['not-spam', 'auth-failure'])('%s is no complaint', async (type) => {
    const { headers, body } = arf(type)
    expect((await read(['From: fbl@mail.example', 'To: fbl@example.com', ...headers], body)).kind).toBe('other')
  })
})

describe('replies', () => {
  const from = [
    'From: Ada Lovelace <Ada@Example.org>',
    'To: News <news@example.com>',
    'Subject: Re: News',
    'Message-ID: <r1@example.org>',
    'Content-Type: text/plain; charset=utf-8',
  ]

  test('references to ours, sender, text without quotes', async () => {
    const item = await read(
      [...from, 'In-Reply-To: <sent.1@news.example.com>', 'References: <older@x> <sent.1@news.example.com>'],
      'Yes, please.\n\nOn Mon, 5 May 2025 at 10:00, News <news@example.com> wrote:\n> Do you want it?\n',
    )
    expect(item).toMatchObject({
      kind: 'message',
      sender: 'ada@example.org',
      recipient: 'news@example.com',
      subject: 'Re: News',
      data: { messageIds: ['<sent.1@news.example.com>', '<older@x>'], replyText: 'Yes, please.', senderName: 'Ada Lovelace' },
    })
    expect(item.data.isAutoReply).toBeUndefined()
  })

  test.each([
    ['Auto-Submitted: auto-replied'],
    ['Auto-Submitted: auto-generated'],
    ['Precedence: auto_reply'],
    ['Precedence: bulk'],
    ['X-Autoreply: yes'],
    ['Return-Path: <>'],
  ])('written by a machine: %s', async (header) => {
    expect((await read([...from, header], 'I am away.')).data.isAutoReply).toBe(true)
  })

  test('treats Auto-Submitted: no as a human sender', async () => {
    expect((await read([...from, 'Auto-Submitted: no'], 'Hi')).data.isAutoReply).toBeUndefined()
  })

  test('stores attachments under safe names', async () => {
    const body =
      '--cut\nContent-Type: text/plain\n\nSee there\n--cut\nContent-Type: text/csv; name="../../etc/a.csv"\nContent-Disposition: attachment; filename="../../etc/a.csv"\n\n1,2\n--cut--\n'
    const headers = [...from.slice(0, -1), 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary="cut"']
    const { attachments } = await readMail(mail(headers, body), null)
    expect(attachments.map(({ name, contentType, content }) => [name.includes('/'), contentType, content.toString().trim()])).toEqual([
      [false, 'text/csv', '1,2'],
    ])
  })

  test('no Message-ID: known by its bytes', async () => {
    const [first, again] = await Promise.all([1, 2].map(() => read(['From: a@example.org', 'To: b@example.com'], 'Hi')))
    expect(first?.externalId).toMatch(/^mail:sha256:[0-9a-f]{64}$/)
    expect(again?.externalId).toBe(first?.externalId)
  })
})

test.each([
  ['Thanks\n\nAm 5. Mai 2025 schrieb News <n@example.com>:\n> Hallo', 'Thanks'],
  ['Merci\n\nLe lun. 5 mai 2025, News a écrit :\n> Bonjour', 'Merci'],
  ['Gracias\n\nEl lun, 5 may 2025, News escribió:\n> Hola', 'Gracias'],
  ['Ok\n\n-----Original Message-----\nFrom: x', 'Ok'],
  ['Ok\n\nFrom: News\nSent: Monday\nSubject: x', 'Ok'],
  ['From: me with love, not a header', 'From: me with love, not a header'],
  ['Ok\n\nOn Mon, 5 May 2025, somebody with a long name\n<a@example.com> wrote:\n> x', 'Ok'],
  ['> only a quote', '> only a quote'],
  ['On time, as always.', 'On time, as always.'],
])('text without quotes: %j', (text, expected) => expect(stripQuotes(text)).toBe(expected))

test.each([`On ${'a '.repeat(100_000)}\n`.repeat(3), 'On x\n'.repeat(50_000)])('a hostile text stays as it is: %#', (text) =>
  expect(stripQuotes(text)).toBe(text.trim()),
)

test.each([
  [`b+${token}@example.com`, token],
  [`r+${token.toUpperCase()}@example.com`, token],
  ['b+short@example.com', null],
  ['news@example.com', null],
  [`averyveryverylongname.of.box+${token}@example.com`, null],
])('token of %s', (address, expected) => expect(verpTokenOf(address)).toBe(expected))
