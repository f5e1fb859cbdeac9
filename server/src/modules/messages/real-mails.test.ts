import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountHook, ChannelAccount } from '@imperium/contract/channels/channel-accounts.ts'
import type { InboundEntry } from '@imperium/contract/channels/senders.ts'
import type { Conversation, Message } from '@imperium/contract/messages.ts'
import { newId } from '../../platform/ids.ts'
import { listChatMessages } from './chat/chat-store.ts'
import { sample } from '../../testing/deep.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

// Every email of the folder goes in by the address that a provider calls; the API says which conversation each one opened.

interface Taken {
  to: string[]
  messageId: string
  subject: string
}

const taken: Taken[] = []
const sink = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const field = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(text)?.[1] ?? ''
      taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), messageId: field('Message-ID'), subject: field('Subject') })
      done()
    })
  },
})

let t: TestApp
let owner: TestUser
let post: (raw: Buffer) => Promise<number>

const ask = async <T>(method: string, path: string, body?: object): Promise<T> =>
  (await t.call<T>(method, `/api${path}`, { token: owner.token, ...(body ? { body } : {}) })).body.data
const until = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come to that')
}

async function hookOf(): Promise<typeof post> {
  const account = (await ask<ChannelAccount[]>('GET', '/channels/accounts')).find(({ channel }) => channel === 'email')
  const hook = await ask<AccountHook>('POST', `/channels/accounts/${account?.id}/hook`)
  return async (payload) => {
    const [id, at] = [newId(), String(Math.floor(Date.now() / 1_000))]
    const key = Buffer.from((hook.newSecret ?? '').replace('whsec_', ''), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${at}.`).update(payload).digest('base64')
    const headers = {
      'content-type': 'message/rfc822',
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': `v1,${signature}`,
    }
    return (await t.app.inject({ method: 'POST', url: new URL(hook.url ?? '').pathname, payload, headers })).statusCode
  }
}

const folder = new URL('testing/mails/', import.meta.url)
const fileNames = readdirSync(folder).flatMap((name) => (name.endsWith('.eml') ? [name.slice(0, -4)] : []))
const rawOf = (name: string, sentId = '<none@none.example>') =>
  Buffer.from(readFileSync(new URL(`${name}.eml`, folder), 'latin1').replaceAll('SENT_ID', sentId), 'latin1')

const contactIds = new Map<string, string>()
/** A message of ours, taken by the mail server. */
async function sent(email: string): Promise<{ id: string; messageId: string; contactId: string }> {
  const contactId = contactIds.get(email) ?? (await ask<{ id: string }>('POST', '/contacts', { email })).id
  contactIds.set(email, contactId)
  const before = taken.length
  const body = {
    subject: 'Spring news',
    message: 'Hello,\n\nwhich size do you need?',
    to: { kind: 'contact', contactId, channel: 'email' },
  }
  const { id } = await ask<Conversation>('POST', '/messages', body)
  const mail = await until(async () => taken.slice(before).find(({ to }) => to.includes(email)))
  return { id, messageId: mail.messageId, contactId }
}
const read = (id: string) => ask<Conversation>('GET', `/messages/${id}`)
const inbound = () => ask<InboundEntry[]>('GET', '/channels/inbound')
const openOf = async (name: string, before: ReadonlySet<string>) => {
  expect(await post(rawOf(name))).toBe(200)
  const found = await until(async () => (await ask<Message[]>('GET', '/messages')).find(({ id }) => !before.has(id)))
  return read(found.id)
}
const known = async () => new Set((await ask<Message[]>('GET', '/messages')).map(({ id }) => id))

beforeAll(async () => {
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  const { port } = sink.server.address() as AddressInfo
  t = await createTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'installation@imperium.example' } })
  await t.startWorkers()
  owner = await t.register()
  post = await hookOf()
})
afterAll(async () => {
  await t.close()
  await new Promise<void>((resolve) => sink.close(resolve))
})

/** The whole text, and the files. Each opens a conversation, and nothing of it is folded. */
const firstMails: Record<string, [text: string, files?: string[]]> = {
  'f08-html-only-in-alternative': ['Please send the invoice again'],
  'f10-html-in-related': ['Please see the picture', ['p.gif']],
  'h05-html-mixed-pdf': ['Please pay the invoice attached.', ['i.pdf']],
  'e20-html-only-utf8-cyrillic': ['Доброго дня, прошу рахунок'],
  'python-html-only-in-mixed': ['Bitte schicken Sie die Größen.', ['liste.csv']],
  'python-html-in-signed': ['Where is order 4712?', ['signature.asc']],
  'swaks-html-and-file': ['Please send two chairs.', ['a.txt']],
  'neomutt-html-and-file': ['Where is my parcel?', ['list.txt']],
  'nodemailer-html-related-mixed': ['Bitte zwei Stühle liefern.\n\n[Logo]', ['logo.gif', 'Größen.csv']],
  'f01-answer-below-quote': [
    'Hello,\n\nOn 28.08.2026 at 10:12 Support wrote:\n> Please send us the serial number.\n\nThe serial number is SN-88-1234.\n\nJo',
  ],
  'f02-forward-outlook': [
    'Please take care of this, details below.\n\nFrom: Third Party <third@else.example>\nSent: Friday, 27 November 2026 14:02\nTo: Jo Lane <jo@client.example>\nSubject: Damaged delivery\n\nPallet 7 of order 4711 arrived wet, 40 cartons are lost.',
  ],
  'f04-line-of-underscores': [
    'New request from the contact form\n________________________________\nName: Mia Roth\nPhone: +49 30 1234567\nWish: 20 chairs by 3 December',
  ],
  'f05-first-mail-with-quotation': [
    'The courier told us this:\n\n> Address not found, parcel 00340434 returned on 26 November.\n\nWhat now?',
  ],
  'e06-interleaved': [
    'Dear team,\nthank you for the answer.\n> On 16.01.2026 at 11:29 Support wrote:\n> Dear customer,\n>\n> Which size do you need?\nThe large one.\n\n> Which colour?\nDark blue, not black.\n\n> When shall we deliver?\nAfter 14 January.\n\nKind regards\nJo',
  ],
  'e14b-flowed-utf8': ['納期は来週の月曜日です。\n>From here on quoted space-stuffing.'],
  'z4-japanese-year-line': ['お世話になっております。\n2026年12月3日の会議について:\n場所は東京です。'],
  'z2-from-to-sentence': ['The parcel came\nFrom: Hamburg\nTo: Munich\nand was wet.'],
  'python-flowed-quote-depths': ['> which size do you need?\nThe large one.\n-- \nJo'],
  'python-forward-as-attachment': [
    'Please take care of this.\n\nFrom: Third <third@else.example>\nSubject: Schäden\n\nPalette 7 ist nass.',
    ['message.eml'],
  ],
  'python-preamble-only-parts': ['Order 17 is missing.\n\nSee above.\n\nJo, from my phone'],
  'f06-group-address': ['My invoice has the wrong address, please correct it.'],
  'mailman3-list-headers': [
    'Does the large box fit through my door?\n_______________________________________________\nCustomers mailing list -- customers@lists.example\nTo unsubscribe send an email to customers-leave@lists.example',
  ],
  'nodemailer-google-group': [
    'Where is my parcel?\n\n-- \nYou received this message because you are subscribed to the Google Groups "Customers" group.',
  ],
  'sympa-list': ['Der Stuhl für 99 € ist da.'],
  'nodemailer-html-table-shop': [
    'Pos | Artikel | Preis\n1 | Jacke, blau | 49,00 €\n2 | Hut | 9,00 €\nSumme | 58,00 €\n\nACHTUNG: Liefertermin\n\n- Montag\n- vormittags',
  ],
  'html-layout': ['Order 1001\n2 | Blue jacket | 49.00\n1 | Red hat | 9.00'],
  'python-order-table': ['Qty | Item | Price\n2 | Blue jacket | 49.00\n\nDelivery Note\n\n- fragile'],
  'python-html-quotation': ['12\n34\n\n> old\n\nSize\nXL'],
  'mailutils-html-table': ['3 | 50'],
  'j01-reply-to': ['I would like 20 chairs.'],
  'python-several-reply-to': [
    '[The answer does not reach these addresses, which the email names as well: office@rt.example]\n\nTwo of us wait for an answer.',
  ],
  'python-reply-to-itself': ['An ordinary question.'],
}

describe('first emails', () => {
  it.each(sample('first emails', Object.entries(firstMails), 8))('%s', async (name, [text, files = []]) => {
    const { messages, contactId, blocked } = await openOf(name, await known())
    expect(messages.map(({ content }) => content)).toEqual([text])
    expect(messages[0]?.attachments.map((file) => file.name)).toEqual(files)
    // Who wrote it is not confirmed: it makes no contact.
    expect([messages[0]?.quotedFrom, contactId, blocked]).toEqual([null, null, 'no_contact'])
  })
})

const answers: [name: string, shown: string | null, subject: string][] = [
  ['mutt-reply', 'The large one.', 'Your order 4711'],
  ['alpine-reply-with-headers', 'The large one.', 'Your order 4711'],
  ['s-nail-reply-below', null, 'Your order 4711'],
  ['h04-gus-new-topic', null, 'Re: Cancel my order 991'],
  ['python-new-topic', null, 'Re: Réclamation 992'],
  ['nodemailer-new-topic', null, 'Re: Storno Auftrag 993'],
  ['outlook-counted-answer', null, 'Spring news'],
]

describe('answers to what we sent', () => {
  it.each(sample('answers', answers, 3))('%s', async (name, shown, subject) => {
    const from = /^From:.*?([\w.]+@[\w.]+)/im.exec(rawOf(name).toString('latin1'))?.[1] ?? ''
    const { id, messageId, contactId } = await sent(from)
    expect(await post(rawOf(name, messageId))).toBe(200)
    const conversation = await until(async () => {
      const found = await read(id)
      return found.messages.length > 1 && found
    })
    const answer = conversation.messages[1]
    expect(conversation.contactId).toBe(contactId)
    expect(answer?.quotedFrom === null ? null : answer?.content.slice(0, answer.quotedFrom ?? 0)).toBe(shown)
    const before = taken.length
    await ask('POST', `/messages/${id}/replies`, { message: 'Thank you.' })
    const ours = await until(async () => taken.slice(before).find(({ to }) => to.includes(from)))
    expect(decoded(ours.subject)).toMatch(new RegExp(`^(Re: )?${subject.replace(/^Re: /, '')}$`))
  })
})

const decoded = (subject: string) =>
  subject.replaceAll(/=\?utf-8\?b\?(.*?)\?=/gi, (_all, text: string) => Buffer.from(text, 'base64').toString())

it.each([
  ['j01-reply-to', 'form@site.test', ['cust@rt.test']],
  ['python-reply-to-itself', 'ann@same.example', ['ann@same.example']],
  // The first of several: a message has one recipient, and its text names the others.
  ['python-several-reply-to', 'form@site.example', ['mia@rt.example']],
])('%s: an answer goes where the email asks', async (name, from, to) => {
  await ask('POST', '/contacts', { email: from })
  const raw = Buffer.from(
    rawOf(name)
      .toString('latin1')
      .replace(/^Message-ID: </im, 'Message-ID: <again.'),
    'latin1',
  )
  const before = await known()
  expect(await post(raw)).toBe(200)
  const { id } = await until(async () => (await ask<Message[]>('GET', '/messages')).find((each) => !before.has(each.id)))
  const count = taken.length
  await ask('POST', `/messages/${id}/replies`, { message: 'Gladly.' })
  expect((await until(async () => taken[count])).to).toEqual(to)
})

describe('what machines write', () => {
  it.each(
    sample(
      'bounces',
      ['g06-qmail-bounce', 'exim-bounce', 'postfix-bounce', 'opensmtpd-bounce', 'sendmail-plain-bounce', 'courier-plain-bounce'],
      1,
    ),
  )('%s: the message came back', async (name) => {
    const { id, messageId } = await sent(`fay-${name}@read.test`)
    const before = await known()
    expect(await post(Buffer.from(rawOf(name, messageId).toString('latin1').replaceAll('fay@', `fay-${name}@`)))).toBe(200)
    await until(async () => (await read(id)).messages[0]?.status === 'bounced')
    expect(await known()).toEqual(before)
  })

  it.each(
    sample(
      'receipts',
      [
        'g05-mdn-read-receipt',
        'thunderbird-receipt',
        'exchange-read-receipt',
        'kmail-read-receipt',
        'dovecot-sieve-deleted-receipt',
        'dovecot-sieve-vacation',
      ],
      2,
    ),
  )('%s: neither an answer nor a bounce', async (name) => {
    const { id, messageId } = await sent(`eve-${name}@read.test`)
    const before = await known()
    const count = (await inbound()).length
    expect(await post(Buffer.from(rawOf(name, messageId).toString('latin1').replaceAll('eve@', `eve-${name}@`)))).toBe(200)
    await until(async () => (await inbound()).length > count)
    // Items are handled in the order in which they come: when a later email is there, this one was handled.
    await openAfter(before)
    const { messages } = await read(id)
    expect(messages.map(({ direction, status }) => [direction, status])).toEqual([
      ['outbound', expect.stringMatching(/^(sent|delivered)$/)],
    ])
  })
  const openAfter = async (before: ReadonlySet<string>) => {
    expect(await post(Buffer.from(`From: Last <last@client.example>\r\nSubject: last\r\nMessage-ID: <${newId()}@x>\r\n\r\nx\r\n`))).toBe(
      200,
    )
    const last = await until(async () => (await ask<Message[]>('GET', '/messages')).filter(({ id }) => !before.has(id)).at(0))
    expect(last.subject).toBe('last')
  }
})

it('names the files of an email that are too many to keep', async () => {
  const files = Array.from({ length: 22 }, (_, at) => `--b\r\nContent-Type: text/csv; name="list-${at + 1}.csv"\r\n\r\n1;${at}\r\n`)
  const head = 'From: Jo <jo@client.example>\r\nSubject: many\r\nMessage-ID: <many@x>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
  const before = await known()
  expect(await post(Buffer.from(`${head}--b\r\n\r\nSee the lists.\r\n${files.join('')}--b--\r\n`))).toBe(200)
  const { id } = await until(async () => (await ask<Message[]>('GET', '/messages')).find((each) => !before.has(each.id)))
  const [message] = (await read(id)).messages
  expect(message?.attachments).toHaveLength(20)
  expect(message?.content).toMatch(/^See the lists\.\n\n\[.*list-21\.csv.*\n\n\[.*list-22\.csv/)
})

it('search, the API and agents read what the page folds', async () => {
  const email = 'jo@client.example'
  const { id, messageId } = await sent(email)
  const raw = rawOf('mutt-reply', messageId).toString('latin1').replace('Support wrote:', 'Support-Xylophone wrote:')
  expect(await post(Buffer.from(raw.replace(/^Message-ID: </im, 'Message-ID: <search.')))).toBe(200)
  const answer = await until(async () => (await read(id)).messages[1])
  expect(answer.content.slice(0, answer.quotedFrom ?? 0)).toBe('The large one.')
  expect(answer.content).toContain('Support-Xylophone wrote:')
  expect(JSON.stringify(await ask('GET', '/search?q=Xylophone'))).toContain(id)
  const turns = await t.platform.db.withOrg(owner.orgId, (tx) => listChatMessages(tx, id, { after: null, until: null, limit: 10 }))
  expect(turns.some(({ body }) => body.includes('Support-Xylophone wrote:'))).toBe(true)
})

it('every file of the folder is tried here', () => {
  const source = readFileSync(new URL(import.meta.url), 'utf8')
  expect(fileNames.filter((name) => !source.includes(`'${name}'`))).toEqual([])
})
