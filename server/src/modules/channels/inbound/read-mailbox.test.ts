import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ChannelAccount, CreatedAccount } from '@imperium/contract/channels/channel-accounts.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { readMailboxes } from './read-mailbox.ts'

/** The part of IMAP (RFC 3501) that reading a mailbox needs. It follows a script and records the commands. */
class Imap {
  messages: { uid: number; raw: string; isOld: boolean }[] = []
  uidValidity = 1
  password = 'right'
  /** Closes the connection when this command arrives. */
  cutAt: string | null = null
  asked: string[] = []
  readonly #sockets = new Set<Socket>()
  readonly server: Server = createServer((socket) => this.#serve(socket))

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        this.#answer(socket, line)
      }
    })
  }

  #answer(socket: Socket, line: string): void {
    const [tag = '', ...texts] = line.split(' ')
    const command = texts[0]?.toUpperCase() === 'UID' ? `UID ${texts[1]?.toUpperCase()}` : (texts[0]?.toUpperCase() ?? '')
    this.asked.push(command)
    if (command === this.cutAt) return void socket.destroy()
    const say = (...lines: string[]) => socket.write(lines.map((each) => `${each}\r\n`).join(''))
    const last = this.messages.at(-1)?.uid ?? 0
    switch (command) {
      case 'CAPABILITY':
        return void say('* CAPABILITY IMAP4rev1', `${tag} OK done`)
      case 'LOGIN':
        return void say(line.includes(this.password) ? `${tag} OK signed in` : `${tag} NO [AUTHENTICATIONFAILED] wrong`)
      case 'AUTHENTICATE':
        return void say(`${tag} NO use LOGIN`)
      case 'EXAMINE':
      case 'SELECT':
        return void say(
          '* FLAGS (\\Seen)',
          `* ${this.messages.length} EXISTS`,
          `* OK [UIDVALIDITY ${this.uidValidity}] ok`,
          `* OK [UIDNEXT ${last + 1}] ok`,
          `${tag} OK [READ-ONLY] open`,
        )
      case 'UID SEARCH': {
        const from = Number(/UID (\d+):\*/i.exec(line)?.[1] ?? 1)
        const recent = this.messages.filter(({ isOld }) => !isOld)
        if (/SINCE "?\d/i.test(line)) return void say(`* SEARCH ${recent.map(({ uid }) => uid).join(' ')}`, `${tag} OK done`)
        // `5:*` includes the last message even if all are older: servers do so.
        const found = this.messages.filter(({ uid }) => uid >= from || uid === last).map(({ uid }) => uid)
        return void say(`* SEARCH ${found.join(' ')}`, `${tag} OK done`)
      }
      case 'UID FETCH': {
        const uid = Number(texts[2])
        const at = this.messages.findIndex((each) => each.uid === uid)
        const raw = this.messages[at]?.raw ?? ''
        return void say(`* ${at + 1} FETCH (UID ${uid} BODY[]<0> {${Buffer.byteLength(raw)}}`, `${raw})`, `${tag} OK done`)
      }
      case 'LOGOUT':
        say('* BYE', `${tag} OK bye`)
        return void socket.end()
      default:
        return void say(`${tag} OK done`)
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

let t: TestApp
let user: TestUser
let accountId = ''
const imap = new Imap()
beforeAll(async () => {
  await new Promise<void>((resolve) => imap.server.listen(0, '127.0.0.1', resolve))
  const { port } = imap.server.address() as AddressInfo
  t = await createTestApp({ env: { EGRESS_ALLOW: `127.0.0.1:${port}` } })
  user = await t.register()
  const inbound = { host: '127.0.0.1', port, security: 'none', username: 'box', password: 'right' }
  const body = { provider: 'smtp', name: 'Mail', settings: { host: '1.1.1.1' }, inbound }
  const made = await t.call<CreatedAccount>('POST', '/api/channels/accounts', { token: user.token, body })
  accountId = made.body.data.id
})
afterAll(async () => {
  await t.close()
  await imap.close()
})

const read = async () =>
  (
    await t.call<{ success: boolean; message: string; received: number }>('POST', `/api/channels/accounts/${accountId}/read-mailbox`, {
      token: user.token,
    })
  ).body.data
const raw = (name: string) =>
  `From: Ada <ada@example.org>\r\nTo: news@example.com\r\nSubject: ${name}\r\nMessage-ID: <${name}@example.org>\r\n\r\nHello from ${name}\r\n`
const add = (name: string, isOld = false) => imap.messages.push({ uid: (imap.messages.at(-1)?.uid ?? 0) + 1, raw: raw(name), isOld })
const subjects = async () => {
  const { rows } = await t.owner.query<{ subject: string }>('select subject from app.inbound_items where org_id = $1 order by id', [
    user.orgId,
  ])
  return rows.map(({ subject }) => subject)
}
const shown = async () =>
  (await t.call<ChannelAccount[]>('GET', '/api/channels/accounts', { token: user.token })).body.data.find(({ id }) => id === accountId)
    ?.inbound

test('reads new messages of a mailbox once each and changes nothing in it', async () => {
  add('old', true)
  expect(await read()).toMatchObject({ success: true, message: '0 new messages.', received: 0 })
  add('first')
  add('second')
  expect(await read()).toMatchObject({ success: true, received: 2 })
  expect(await read()).toMatchObject({ success: true, received: 0 })
  expect(await subjects()).toEqual(['first', 'second'])
  expect(imap.asked).not.toContain('UID STORE')
  expect(imap.asked).not.toContain('EXPUNGE')
  expect(imap.asked).not.toContain('SELECT')
  expect((await shown())?.lastError).toBe('')
})

test('loses no message when the connection breaks', async () => {
  add('third')
  imap.cutAt = 'UID FETCH'
  expect(await read()).toMatchObject({ success: false, message: 'The mail server could not be reached, or it closed the connection.' })
  expect((await shown())?.lastError).toBe('The mail server could not be reached, or it closed the connection.')
  imap.cutAt = null
  expect(await read()).toMatchObject({ success: true, received: 1 })
  expect(await subjects()).toEqual(['first', 'second', 'third'])
})

test('reports a wrong password, and the tick continues', async () => {
  imap.password = 'other'
  expect(await read()).toMatchObject({ success: false, message: 'The mailbox refused the sign-in. Check user name and password.' })
  imap.password = 'right'
  add('fourth')
  const tick = t.modules.flatMap((module) => module.ticks ?? []).find(({ name }) => name === 'read-mailboxes')
  await tick?.run()
  expect(await subjects()).toContain('fourth')
})

test('loses and repeats nothing when the mailbox was recreated', async () => {
  add('fifth')
  imap.uidValidity = 2
  imap.messages.forEach((message, index) => Object.assign(message, { uid: index + 1 }))
  expect(await read()).toMatchObject({ success: true, received: 1 })
  expect(await subjects()).toEqual(['first', 'second', 'third', 'fourth', 'fifth'])
})

test.each([
  ['f08-html-only-in-alternative', 'Please send the invoice again'],
  ['e14b-flowed-utf8', '納期は来週の月曜日です。\n>From here on quoted space-stuffing.'],
])('reads %s whole from a mailbox', async (name, text) => {
  const file = readFileSync(new URL(`../../messages/testing/mails/${name}.eml`, import.meta.url), 'utf8')
  imap.messages.push({ uid: (imap.messages.at(-1)?.uid ?? 0) + 1, raw: file, isOld: false })
  expect(await read()).toMatchObject({ success: true, received: 1 })
  const { rows } = await t.owner.query<{ body_text: string }>(
    'select body_text from app.inbound_items where org_id = $1 order by id desc limit 1',
    [user.orgId],
  )
  expect(rows).toEqual([{ body_text: text }])
})

test('reads authentication results only under the name of the receiving server', async () => {
  const { readAt: _readAt, lastError: _lastError, ...inbound } = (await shown()) ?? { readAt: null, lastError: '' }
  const change = { provider: 'smtp', inbound: { ...inbound, authservId: 'mx.example.net', password: '' } }
  expect((await t.call('PUT', `/api/channels/accounts/${accountId}`, { token: user.token, body: change })).status).toBe(200)
  expect((await shown())?.authservId).toBe('mx.example.net')
  for (const [name, server] of [
    ['proved', 'mx.example.net'],
    ['forged', 'mx.evil.example'],
  ] as const) {
    add(name)
    const last = imap.messages.at(-1)
    if (last) last.raw = `Authentication-Results: ${server}; dmarc=pass header.from=example.org\r\n${last.raw}`
  }
  expect(await read()).toMatchObject({ success: true, received: 2 })
  const { rows } = await t.owner.query(
    `select subject, data -> 'isSenderVerified' as verified from app.inbound_items where subject in ('proved', 'forged') order by subject desc`,
  )
  expect(rows).toEqual([
    { subject: 'proved', verified: true },
    { subject: 'forged', verified: false },
  ])
})

describe('one message holds up none of those behind it', () => {
  const evil = `From: Eve <eve@evil.example>\r\nSubject: deep\r\nMessage-ID: <deep@evil.example>\r\nContent-Type: text/html\r\n\r\n`
  const refuse = (code: string) =>
    t.owner.query(`
      create or replace function app.refuse_poison() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = '${code}'; end $$;
      create or replace trigger refuse_poison before insert on app.inbound_items
        for each row when (new.subject like 'poison%') execute function app.refuse_poison()`)
  const ask = () => t.call('POST', `/api/channels/accounts/${accountId}/read-mailbox`, { token: user.token })

  test('HTML that no parser takes', async () => {
    add('broken')
    const last = imap.messages.at(-1)
    if (last) last.raw = `${evil}${'<div>'.repeat(20_000)}\r\n`
    add('behind')
    expect(await read()).toMatchObject({ success: true, received: 2 })
    expect((await subjects()).slice(-2)).toEqual(['deep', 'behind'])
    expect(await read()).toMatchObject({ success: true, received: 0 })
  })

  test('skips a message that the database rejects, and reports it', async () => {
    await refuse('22P05')
    add('poison')
    add('behind it')
    expect(await read()).toMatchObject({ success: true, received: 1 })
    expect((await subjects()).at(-1)).toBe('behind it')
    expect((await shown())?.lastError).toBe('A message could not be stored and was skipped. See the server log for the reason.')
  })

  test('skips no message on an internal error, and reports it', async () => {
    await refuse('XX000')
    add('poison again')
    expect((await ask()).status).toBe(500)
    expect((await shown())?.lastError).toBe('Something went wrong on our side. See the server log for details.')
    await t.owner.query('drop trigger refuse_poison on app.inbound_items')
    expect(await read()).toMatchObject({ success: true, received: 1 })
    expect((await subjects()).at(-1)).toBe('poison again')
    expect((await shown())?.lastError).toBe('')
  })
})

test('sets a message aside that ended its process twice, and reads on', async () => {
  add('deadly')
  add('after it')
  const trying = (attempts: number) =>
    JSON.stringify({ trying: { uid: (imap.messages.at(-1)?.uid ?? 0) - 1, by: 'a process that ended', attempts } })
  const write = (state: string) =>
    t.owner.query('update app.channel_accounts set inbound_state = inbound_state || $2::jsonb where id = $1', [accountId, state])
  await write(trying(2))
  expect(await read()).toMatchObject({ success: true })
  expect(await subjects()).not.toContain('deadly')
  expect(await subjects()).toContain('after it')
  expect((await shown())?.lastError).toMatch(/was skipped/)
  const { rows } = await t.owner.query<{ kind: string; diagnostic: string }>(
    "select kind, data->>'diagnostic' as diagnostic from app.inbound_items where org_id = $1 and external_id like 'mailbox:%'",
    [user.orgId],
  )
  expect(rows).toEqual([{ kind: 'other', diagnostic: 'Reading this email ended the process twice, so it was set aside.' }])
  const { rows: told } = await t.owner.query<{ data: object }>("select data from pgboss.job where name = 'notifications.tellJobAside'")
  expect(told).toMatchObject([{ data: { orgId: user.orgId, what: 'email', name: expect.any(String) as string } }])
  // After one end it is tried again.
  add('tried once')
  add('last')
  await write(trying(1))
  expect(await read()).toMatchObject({ received: 2 })
})

test('does not connect to a private address, whatever the row contains', async () => {
  await t.owner.query(`update app.channel_accounts set inbound = jsonb_set(inbound, '{port}', '1') where id = $1`, [accountId])
  expect(await read()).toMatchObject({
    success: false,
    message: 'This address is not reachable from here. The operator can allow it with EGRESS_ALLOW.',
  })
})

describe('slow server that never finishes', () => {
  const drips: NodeJS.Timeout[] = []
  const tarpit = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    const drip = setInterval(() => socket.write('* OK one moment\r\n'), 100)
    drips.push(drip)
    socket.on('close', () => clearInterval(drip))
  })
  afterAll(() => {
    for (const drip of drips) clearInterval(drip)
    tarpit.close()
  })

  test('SEC-45: delays only its own organization', async () => {
    await new Promise<void>((resolve) => tarpit.listen(0, '127.0.0.1', resolve))
    const { port } = tarpit.address() as AddressInfo
    const own = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
    try {
      const box = async (at: number) => {
        const person = await own.register()
        const inbound = { host: '127.0.0.1', port: at, security: 'none', username: 'box', password: 'right' }
        const body = { provider: 'smtp', name: 'Mail', settings: { host: '1.1.1.1' }, inbound }
        for (let n = 0; n < (at === port ? 3 : 1); n += 1)
          expect(
            (await own.call('POST', '/api/channels/accounts', { token: person.token, body: { ...body, name: `Mail ${n}` } })).status,
          ).toBe(201)
        return async () =>
          (await own.call<ChannelAccount[]>('GET', '/api/channels/accounts', { token: person.token })).body.data.flatMap(
            ({ inbound: shownBox }) => shownBox ?? [],
          )
      }
      const slow = await box(port)
      const quick = await box((imap.server.address() as AddressInfo).port)
      const round = readMailboxes(own.platform, { mostMs: 2_000 })
      await vi.waitFor(async () => expect((await quick())[0]?.readAt).not.toBeNull(), { timeout: 25_000 })
      await round
      // The first of its three takes all of its organization's time; the others are not tried in this round.
      const errors = (await slow()).map(({ lastError }) => lastError)
      expect(errors.toSorted()).toEqual(['', '', 'The mail server could not be reached, or it closed the connection.'])
    } finally {
      await own.close()
    }
  })
})
