import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import fc from 'fast-check'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { parseEmailAddress } from './address.ts'
import { makeMessageId, type MailMessage } from './compose.ts'
import { createMail, type Mail, type SandboxMail } from './mail.ts'
import { MailError } from './mail-error.ts'
import { parseSmtpUrl } from './smtp-url.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

interface Received {
  from: string
  to: string[]
  content: string
}

const startSmtp = async (options: SMTPServerOptions = {}): Promise<{ url: string; received: Received[] }> => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          content: Buffer.concat(pieces).toString(),
        })
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received }
}

/** A server that answers by a script and closes the connection where the script requests it. */
const startScripted = async (response: (line: string, socket: Socket, inData: boolean) => string | undefined): Promise<string> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let inData = false
    socket.on('error', () => undefined)
    socket.write('220 fake\r\n')
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').slice(0, -1)) {
        const reply = response(line, socket, inData)
        if (reply === undefined) continue
        if (reply.startsWith('354')) inData = true
        socket.write(`${reply}\r\n`)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const polite = (line: string): string | undefined => {
  if (/^(EHLO|MAIL|RCPT|RSET|HELO)/.test(line)) return '250 ok'
  return line === 'DATA' ? '354 go on' : undefined
}

const open = (smtpUrl: string | undefined, saved: SandboxMail[] = []): Mail => {
  const sandboxStore = { save: async (mail: SandboxMail) => void saved.push(mail) }
  const mail = createMail({ smtpUrl, from: 'agent@imperium.example', sandboxStore, timeouts: { connectMs: 500, silenceMs: 300 } })
  closers.push(() => mail.close())
  return mail
}

const message: MailMessage = {
  messageId: makeMessageId('org/run/step', 'imperium.example'),
  to: 'ann@example.com',
  subject: 'Hello',
  text: 'Grüße\n.\nend',
}
const failure = async (work: Promise<unknown>): Promise<MailError> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof MailError)) throw new Error(`Expected a MailError, got ${String(error)}`)
  return error
}

describe('over SMTP', () => {
  it('delivers one message to one recipient with its Message-ID', async () => {
    const { url, received } = await startSmtp()
    const receipt = await open(url).send({ ...message, html: '<p>Grüße</p>', fromName: 'Ann, "the" Agent' })
    expect(receipt).toMatchObject({ accepted: true, adapter: 'smtp', response: expect.stringMatching(/^250/) as string })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'agent@imperium.example', to: ['ann@example.com'] })
    expect(received[0]?.content).toContain(`Message-ID: ${message.messageId}`)
    expect(received[0]?.content).toMatch(/^From: .*<agent@imperium\.example>/m)
    expect(received[0]?.content).toContain('text/html')
  })

  it('signs in, and reports a refused sign-in as the operator’s problem', async () => {
    const { url, received } = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _, done) => (password === 'p@ss' ? done(null, { user: 'u' }) : done(new Error('no'))),
    })
    await open(url.replace('smtp://', 'smtp://user:p%40ss@')).send(message)
    expect(received).toHaveLength(1)
    const error = await failure(open(url.replace('smtp://', 'smtp://user:hunter2@')).send(message))
    expect(error).toMatchObject({ permanent: false, retryable: true, unknownOutcome: false })
    expect(`${error.message}${error.publicMessage}${error.stack}`).not.toContain('hunter2')
  })

  it.each([
    ['a 550 for the recipient', 550, true],
    ['a 451 for the recipient', 451, false],
  ])('classifies %s', async (_, responseCode, permanent) => {
    const { url } = await startSmtp({ onRcptTo: (__, ___, done) => done(Object.assign(new Error('no such user'), { responseCode })) })
    expect(await failure(open(url).send(message))).toMatchObject({
      permanent,
      retryable: !permanent,
      unknownOutcome: false,
      response: expect.stringContaining(String(responseCode)) as string,
    })
  })

  it.each([
    ['a 554 after the content', 554, true],
    ['a 452 after the content', 452, false],
  ])('classifies %s', async (_, responseCode, permanent) => {
    const { url } = await startSmtp({
      onData: (stream, __, done) => stream.resume().on('end', () => done(Object.assign(new Error('refused'), { responseCode }))),
    })
    expect(await failure(open(url).send(message))).toMatchObject({ permanent, unknownOutcome: false })
  })

  it('knows that a connection lost before the content delivered nothing', async () => {
    const url = await startScripted((line, socket) => (line === 'DATA' ? void socket.destroy() : polite(line)))
    expect(await failure(open(url).send(message))).toMatchObject({ retryable: true, unknownOutcome: false })
    expect(await failure(open('smtp://127.0.0.1:1').send(message))).toMatchObject({ retryable: true, unknownOutcome: false })
  })

  it.each(['cut', 'silence'])('leaves the outcome open after a %s behind the content, and does not send again', async (act) => {
    let contents = 0
    const url = await startScripted((line, socket, inData) => {
      if (!inData || line !== '.') return inData ? undefined : polite(line)
      contents += 1
      return act === 'cut' ? void socket.destroy() : undefined
    })
    expect(await failure(open(url).send(message))).toMatchObject({ permanent: false, unknownOutcome: true })
    expect(contents).toBe(1)
  })

  it('gives up on a server that never greets', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closers.push(() => server.close())
    expect(await failure(open(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`).send(message))).toMatchObject({
      retryable: true,
    })
  })

  it('reads SMTP_URL', () => {
    expect(parseSmtpUrl('smtps://a%40b:c@mail.example')).toEqual({
      host: 'mail.example',
      port: 465,
      secure: true,
      auth: { user: 'a@b', pass: 'c' },
    })
    expect(parseSmtpUrl('smtp://mail.example?starttls=required&name=me')).toEqual({
      host: 'mail.example',
      port: 587,
      secure: false,
      requireTLS: true,
      name: 'me',
    })
    expect(() => parseSmtpUrl('http://user:secret@x')).toThrow(/SMTP_URL must/)
    expect(() => parseSmtpUrl('http://user:secret@x')).not.toThrow(/secret/)
  })
})

describe('the sandbox mailbox', () => {
  it('keeps the composed message', async () => {
    const saved: SandboxMail[] = []
    expect(await open(undefined, saved).send(message)).toEqual({
      accepted: true,
      response: '250 Kept in the sandbox mailbox',
      adapter: 'sandbox',
    })
    expect(saved[0]).toMatchObject({
      messageId: message.messageId,
      from: 'agent@imperium.example',
      to: 'ann@example.com',
      subject: 'Hello',
      html: null,
    })
    expect(saved[0]?.raw).toContain(`Message-ID: ${message.messageId}\r\n`)
  })

  it('bounces and defers for the addresses reserved for that', async () => {
    const mail = open(undefined)
    expect(await failure(mail.send({ ...message, to: 'x@bounce.test' }))).toMatchObject({
      permanent: true,
      response: expect.stringMatching(/^550/) as string,
    })
    expect(await failure(mail.send({ ...message, to: 'x@defer.test' }))).toMatchObject({
      retryable: true,
      response: expect.stringMatching(/^451/) as string,
    })
  })
})

describe('hostile input (SEC-32, R39, R44)', () => {
  it.each<[string, Partial<MailMessage>]>([
    ['subject with a line break', { subject: 'Hi\r\nBcc: thief@example.com' }],
    ['subject with a bare line feed', { subject: 'Hi\nBcc: thief@example.com' }],
    ['subject with a line separator', { subject: 'Hi\u2028x' }],
    ['subject that is too long', { subject: 'x'.repeat(501) }],
    ['sender name with a line break', { fromName: 'A\r\nBcc: thief@example.com' }],
    ['Message-ID with a line break', { messageId: '<a@b>\r\nBcc: x@y.z' }],
    ['body of millions', { text: 'x'.repeat(1_000_001) }],
    ...[
      'a@example.com, b@example.com',
      'a@example.com;b@example.com',
      'Ann <a@example.com>',
      '"a@b.example"@example.com',
      'group: a@example.com;',
      'a@example.com\r\nRCPT TO:<b@example.com>',
      'a@[127.0.0.1]',
      'a@127.0.0.1',
      'a@localhost',
      'a@@example.com',
      '.a@example.com',
      'a..b@example.com',
      'a@-x.com',
      'a@x..com',
      'a b@example.com',
      '@example.com',
      'a@',
      '',
      `${'a'.repeat(65)}@example.com`,
      'a@exa%6dple.com',
      'a@example.com>',
    ].map((to): [string, Partial<MailMessage>] => [`address ${JSON.stringify(to)}`, { to }]),
  ])('rejects a %s without connecting', async (_, changed) => {
    const saved: SandboxMail[] = []
    expect(await failure(open(undefined, saved).send({ ...message, ...changed }))).toMatchObject({ permanent: true, unknownOutcome: false })
    expect(saved).toEqual([])
  })

  // With a cost that grows by the square they take longer than a test may.
  it('refuses endless addresses', () => {
    for (const text of [
      'a'.repeat(1e6),
      `${'a.'.repeat(120)}@x`,
      `${'a'.repeat(60)}@${'a.'.repeat(90)}`,
      `${'('.repeat(1e6)}@x.com`,
      '@'.repeat(1e6),
    ])
      expect(parseEmailAddress(text)).toBeNull()
  })

  it('takes ordinary and international addresses', () => {
    expect(parseEmailAddress("o'neil+tag.x@Mail.Example.COM")).toBe("o'neil+tag.x@mail.example.com")
    expect(parseEmailAddress('ann@bücher.example')).toBe('ann@xn--bcher-kva.example')
  })

  it('never lets a text become a header, for any text', async () => {
    const saved: SandboxMail[] = []
    const mail = open(undefined, saved)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (subject, text) => {
        saved.length = 0
        const error = await mail.send({ ...message, subject, text }).then(
          () => undefined,
          (reason: unknown) => reason,
        )
        fc.pre(!(error instanceof MailError))
        expect(error).toBeUndefined()
        const [head = ''] = (saved[0]?.raw ?? '').split('\r\n\r\n')
        const names = head
          .replace(/\r\n[ \t]/g, ' ')
          .split('\r\n')
          .map((line) => line.split(':')[0]?.toLowerCase())
        const known = [
          'auto-submitted',
          'from',
          'to',
          'subject',
          'message-id',
          'content-transfer-encoding',
          'date',
          'mime-version',
          'content-type',
        ]
        expect(names.filter((name) => !known.includes(name ?? ''))).toEqual([])
        expect(new Set(names).size).toBe(names.length)
      }),
      { numRuns: 300 },
    )
  })

  it('creates the same Message-ID only for the same identity', () => {
    expect(makeMessageId('a', 'x.example')).toBe(makeMessageId('a', 'x.example'))
    expect(makeMessageId('a', 'x.example')).not.toBe(makeMessageId('b', 'x.example'))
    expect(makeMessageId('a\r\n>', 'x.example')).toMatch(/^<[\w-]{32}@x\.example>$/)
  })
})
