import { createServer, type AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { createAddressRules } from '../http-out/address-rules.ts'
import { PipelinedSmtp, type PipelinedSmtpOptions } from './pipelined-smtp.ts'
import type { SmtpMessage } from './smtp-connection.ts'
import { startScriptedSmtp, type Script, type ScriptedSmtp } from './testing/scripted-smtp.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const timeouts = { connectMs: 2_000, silenceMs: 2_000, acceptMs: 2_000 }
const open = (port: number, options: Partial<PipelinedSmtpOptions> = {}): PipelinedSmtp => {
  const smtp = new PipelinedSmtp({ host: '127.0.0.1', port, timeouts, connections: 1, ...options })
  closers.push(() => smtp.close(100))
  return smtp
}
const start = async (script: Script = {}): Promise<ScriptedSmtp> => {
  const server = await startScriptedSmtp(script)
  closers.push(() => server.close())
  return server
}
const mail = (index: number, data = `Subject: ${index}\r\n\r\nmessage ${index}\r\n`): SmtpMessage => ({
  from: 'b@sender.example',
  to: `r${index}@example.com`,
  data,
  eightBit: false,
})
const sendAll = (smtp: PipelinedSmtp, count: number) => Promise.all(Array.from({ length: count }, (_, index) => smtp.send(mail(index))))
const kinds = (outcomes: readonly { kind: string }[]) => outcomes.map(({ kind }) => kind)

describe('many messages', () => {
  it('go out with the next envelope behind the end of each content, and arrive as they were', async () => {
    const server = await start()
    const smtp = open(server.port)
    const outcomes = await sendAll(smtp, 5)
    expect(outcomes[0]).toEqual({ kind: 'accepted', providerId: 'Q0', response: '250 2.0.0 Ok: queued as Q0', delivered: false })
    expect(kinds(outcomes)).toEqual(Array(5).fill('accepted'))
    expect(server.taken.map(({ to, data }) => [to, data])).toEqual(
      [0, 1, 2, 3, 4].map((index) => [`r${index}@example.com`, mail(index).data]),
    )
    expect(server.writes[1]).toMatch(/^MAIL FROM:<b@sender\.example> SIZE=\d+\r\nRCPT TO:<r0@example\.com>\r\nDATA\r\n$/)
    expect(server.writes[2]).toBe(
      `${mail(0).data}.\r\nMAIL FROM:<b@sender.example> SIZE=${mail(1).data.length}\r\nRCPT TO:<r1@example.com>\r\nDATA\r\n`,
    )
  })

  it('sends one command at a time when the server does not pipeline', async () => {
    const server = await start({ extensions: ['8BITMIME'] })
    expect(kinds(await sendAll(open(server.port), 3))).toEqual(Array(3).fill('accepted'))
    expect(server.writes.slice(1, 6)).toEqual([
      'MAIL FROM:<b@sender.example>\r\n',
      'RCPT TO:<r0@example.com>\r\n',
      'DATA\r\n',
      `${mail(0).data}.\r\n`,
      'MAIL FROM:<b@sender.example>\r\n',
    ])
  })

  it('keeps dots and sends BODY=8BITMIME when needed', async () => {
    const server = await start()
    const data = 'Subject: ü\r\n\r\n.\r\n..two\r\nend without a line end .'
    const outcome = await open(server.port).send({ ...mail(0, data), eightBit: true })
    expect(outcome.kind).toBe('accepted')
    expect(Buffer.from(server.taken[0]?.data ?? '', 'latin1').toString()).toBe(`${data}\r\n`)
    expect(server.writes[1]).toContain(' BODY=8BITMIME\r\n')
  })

  it('that are large arrive whole, with others behind them', async () => {
    const server = await start()
    const data = `Subject: large\r\n\r\n${'0123456789\r\n.x\r\n'.repeat(200_000)}`
    const smtp = open(server.port)
    expect(kinds(await Promise.all([smtp.send(mail(0, data)), smtp.send(mail(1)), smtp.send(mail(2, data))]))).toEqual(
      Array(3).fill('accepted'),
    )
    expect(server.taken.map((taken) => taken.data.length)).toEqual([data.length, mail(1).data.length, data.length])
  })

  it('use several connections, and fewer when the server wants fewer', async () => {
    const server = await start({
      answer: (command, { connection }) => (connection > 1 && command.startsWith('EHLO') ? '421 4.7.0 too many connections' : undefined),
    })
    expect(kinds(await sendAll(open(server.port, { connections: 4 }), 40))).toEqual(Array(40).fill('accepted'))
    expect(new Set(server.taken.map(({ connection }) => connection))).toEqual(new Set([0, 1]))
  })

  it('move on to a new connection when the server ends one after n messages, each arriving once', async () => {
    for (const extensions of [undefined, []] as const) {
      const server = await start({
        ...(extensions ? { extensions } : {}),
        answer: (command, { mails }) => (mails >= 3 && command.startsWith('MAIL') ? '421 4.7.0 enough for one connection' : undefined),
      })
      expect(kinds(await sendAll(open(server.port), 10))).toEqual(Array(10).fill('accepted'))
      expect(server.taken.map(({ to }) => to).toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `r${index}@example.com`))
      expect(server.connections()).toBe(4)
    }
  })

  it('end a connection after as many as it may carry, and idle ones after a while', async () => {
    const server = await start()
    const smtp = open(server.port, { maxMessagesPerConnection: 2, idleMs: 20 })
    expect(kinds(await sendAll(smtp, 6))).toEqual(Array(6).fill('accepted'))
    expect(server.connections()).toBe(3)
    await smtp.send(mail(6))
    await expect.poll(() => server.writes.at(-1)).toContain('QUIT')
    expect((await smtp.send(mail(7))).kind).toBe('accepted')
  })
})

describe('server replies', () => {
  const cases: [stage: string, reply: string, outcome: object][] = [
    ['RCPT', '550 5.1.1 User unknown', { kind: 'refused', reason: 'bounced' }],
    ['RCPT', '550 No such user here', { kind: 'refused', reason: 'bounced' }],
    ['RCPT', '550 5.7.1 Rejected by policy', { kind: 'refused', reason: 'rejected' }],
    ['RCPT', '550 Your address is on a block list', { kind: 'refused', reason: 'rejected' }],
    ['RCPT', '552 5.2.2 Mailbox full', { kind: 'refused', reason: 'rejected' }],
    ['RCPT', '501 5.1.3 Bad address syntax', { kind: 'refused', reason: 'bounced' }],
    ['RCPT', '501 Malformed address', { kind: 'refused', reason: 'bounced' }],
    ['RCPT', '501 5.5.4 Invalid arguments', { kind: 'refused', reason: 'rejected' }],
    ['RCPT', '450 4.2.1 Mailbox busy', { kind: 'put-off', throttled: false }],
    ['RCPT', '450 4.7.1 Too much mail from you', { kind: 'put-off', throttled: true }],
    ['RCPT', '451 4.7.1 Greylisted, try again in 5 minutes', { kind: 'put-off', throttled: false, retryAfterMs: 300_000 }],
    ['RCPT', '452 4.5.3 Too many recipients', { kind: 'put-off', throttled: true }],
    ['MAIL', '553 5.1.8 Sender domain unknown', { kind: 'refused', reason: 'rejected' }],
    ['MAIL', '530 5.7.0 Authentication required', { kind: 'unreachable' }],
    ['MAIL', '503 5.5.1 Nested MAIL command', { kind: 'put-off', throttled: false }],
    ['MAIL', '421 4.7.0 Slow down', { kind: 'put-off', throttled: true }],
    ['DATA', '554 5.5.1 No valid recipients', { kind: 'refused', reason: 'rejected' }],
    ['DATA', '451 4.3.0 Try again later', { kind: 'put-off', throttled: false }],
    ['content', '554 5.7.1 Looks like spam', { kind: 'refused', reason: 'rejected' }],
    ['content', '550 5.1.1 User unknown', { kind: 'refused', reason: 'bounced' }],
    ['content', '451 4.7.0 Rate limited, wait 30 seconds', { kind: 'put-off', throttled: true, retryAfterMs: 30_000 }],
    ['content', '421 4.3.2 Shutting down', { kind: 'put-off', throttled: true }],
    ['content', '354 strange', { kind: 'unknown' }],
    ['content', 'nonsense', { kind: 'unknown' }],
    ['RCPT', 'nonsense', { kind: 'unreachable' }],
    ['DATA', '250 accepted?', { kind: 'unreachable' }],
  ]
  it.each(cases)('%s: %s', async (stage, reply, outcome) => {
    for (const extensions of [undefined, []] as const) {
      const isIt = (command: string, inContent: boolean) => (inContent ? stage === 'content' : command.startsWith(stage))
      let message = false
      const server = await start({
        ...(extensions ? { extensions } : {}),
        answer: (command, { inContent }) => {
          if (message || !isIt(command, inContent)) return undefined
          message = true
          return reply
        },
      })
      const smtp = open(server.port)
      const [first, ...others] = [await smtp.send(mail(0)), ...(await Promise.all([1, 2].map((index) => smtp.send(mail(index)))))]
      expect(first).toMatchObject(outcome)
      // What one message met does not touch the others.
      expect(kinds(others)).toEqual(['accepted', 'accepted'])
      expect(server.taken.map(({ to }) => to)).not.toContain('r0@example.com')
    }
  })

  it('sends an empty message to a server that continues after refusing the recipient, and the next message is complete', async () => {
    const server = await start({
      pipelinesAlways: true,
      answer: (command, { inContent }) =>
        command.startsWith('RCPT TO:<r0') ? '550 5.1.1 nobody' : inContent && command === '' ? '554 no recipients' : undefined,
    })
    const outcomes = await sendAll(open(server.port), 3)
    expect(kinds(outcomes)).toEqual(['refused', 'accepted', 'accepted'])
    expect(server.taken.map(({ data }) => data)).toEqual([mail(1).data, mail(2).data])
  })

  it('an envelope that was refused is taken back before the next one', async () => {
    const server = await start({
      answer: (command) => (command.startsWith('RCPT TO:<r0') ? '550 5.1.1 nobody' : undefined),
    })
    const smtp = open(server.port)
    await smtp.send(mail(0))
    await smtp.send(mail(1))
    expect(server.writes.join('')).toContain('RSET\r\nMAIL')
  })

  it('SEC-45: times out a server that answers byte by byte without end', async () => {
    const drips: NodeJS.Timeout[] = []
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('220 slow\r\n')
      socket.on('data', (bytes) => {
        const text = bytes.toString()
        if (text.startsWith('EHLO')) return socket.write('250-slow\r\n250 PIPELINING\r\n')
        if (text.startsWith('MAIL')) return socket.write('250 ok\r\n250 ok\r\n354 go\r\n')
        if (text.includes('\r\n.\r\n')) drips.push(setInterval(() => socket.write('250-one moment\r\n'), 20))
        return true
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(async () => {
      for (const drip of drips) clearInterval(drip)
      server.close()
    })
    const smtp = open((server.address() as AddressInfo).port, { timeouts: { connectMs: 500, silenceMs: 200, acceptMs: 300 } })
    expect(await smtp.send(mail(0))).toMatchObject({ kind: 'unknown', response: 'The mail server did not answer in time.' })
  })

  it('without a reply: unknown after the content, unreachable before', async () => {
    const quick = { timeouts: { connectMs: 500, silenceMs: 80, acceptMs: 120 } }
    const silentAt = (stage: string) => {
      let silent = false
      return start({
        answer: (command, { inContent }) => {
          silent ||= (inContent ? 'content' : command).startsWith(stage)
          return silent ? null : undefined
        },
      })
    }
    expect(await open((await silentAt('content')).port, quick).send(mail(0))).toMatchObject({ kind: 'unknown' })
    for (const stage of ['EHLO', 'MAIL', 'RCPT', 'DATA']) {
      expect(await open((await silentAt(stage)).port, quick).send(mail(0))).toMatchObject({ kind: 'unreachable' })
    }
  })

  it('a large message that is cut in the middle was surely not taken; one that is refused in the middle is refused', async () => {
    const data = `Subject: large\r\n\r\n${'0123456789\r\n'.repeat(1_500_000)}`
    const cut = await start({ breakAt: () => ({ received: 100_000 }) })
    expect(await open(cut.port).send(mail(0, data))).toMatchObject({ kind: 'unreachable' })
  })
})

describe('connecting', () => {
  it('reports unreachable without an answer, on rejection and without SMTP; a busy server puts off', async () => {
    const closed = await start()
    await closed.close()
    expect(await open(closed.port).send(mail(0))).toMatchObject({ kind: 'unreachable' })
    expect(await open((await start({ greeting: '554 5.3.2 no service' })).port).send(mail(0))).toMatchObject({ kind: 'unreachable' })
    expect(await open((await start({ greeting: 'HTTP/1.1 400 Bad Request' })).port).send(mail(0))).toMatchObject({ kind: 'unreachable' })
    expect(await open((await start({ greeting: '421 4.7.0 too many' })).port).send(mail(0))).toMatchObject({
      kind: 'put-off',
      throttled: true,
    })
  })

  it('connects only where the address rules allow, for names and addresses', async () => {
    const server = await start()
    for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1']) {
      const refused = await open(server.port, { host, checkAddress: createAddressRules([]) }).send(mail(0))
      expect(refused).toMatchObject({ kind: 'unreachable', response: expect.stringContaining('EGRESS_ALLOW') })
    }
    expect(server.connections()).toBe(0)
    expect(await open(server.port, { checkAddress: createAddressRules([`127.0.0.1:${server.port}`]) }).send(mail(0))).toMatchObject({
      kind: 'accepted',
    })
  })

  it('falls back to HELO', async () => {
    const server = await start({ answer: (command) => (command.startsWith('EHLO') ? '502 what' : undefined) })
    expect(kinds(await sendAll(open(server.port), 2))).toEqual(['accepted', 'accepted'])
  })

  it('keeps 8-bit content from a server that stopped taking it', async () => {
    const server = await start({ extensions: ['PIPELINING'] })
    const smtp = open(server.port)
    expect(await smtp.ready()).toEqual({ eightBit: false })
    expect(await smtp.send({ ...mail(0), eightBit: true })).toMatchObject({ kind: 'put-off', retryAfterMs: 0 })
  })

  it('does not send a password to an unauthenticated server', async () => {
    const server = await start({ extensions: ['AUTH PLAIN'] })
    const auth = { user: 'me', pass: 'secret' }
    expect(await open(server.port, { auth, requireTLS: true }).send(mail(0))).toMatchObject({ kind: 'unreachable' })
    expect(server.writes.join('')).not.toContain('AUTH')
  })

  const startReal = async (options: SMTPServerOptions) => {
    const mails: string[] = []
    const server = new SMTPServer({
      onAuth: ({ username, password }, _, done) =>
        username === 'me' && password === 'secret' ? done(null, { user: 'me' }) : done(new Error('wrong')),
      onData: (stream, { secure, envelope }, done) => {
        stream.resume().on('end', () => {
          mails.push(`${secure ? 'encrypted' : 'plain'} ${envelope.rcptTo[0]?.address ?? ''}`)
          done()
        })
      },
      ...options,
    })
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise<void>((resolve) => server.close(resolve)))
    return { port: (server.server.address() as AddressInfo).port, mails }
  }

  it('encrypts and signs in, by both methods, with an independent server', async () => {
    const tls = { rejectUnauthorized: false }
    for (const secure of [false, true]) {
      for (const method of ['PLAIN', 'LOGIN']) {
        const { port, mails } = await startReal({ secure, authMethods: [method] })
        const smtp = open(port, { secure, auth: { user: 'me', pass: 'secret' }, tls })
        expect(kinds(await sendAll(smtp, 3))).toEqual(Array(3).fill('accepted'))
        expect(mails).toEqual([0, 1, 2].map((index) => `encrypted r${index}@example.com`))
        expect(await open(port, { secure, auth: { user: 'me', pass: 'wrong' }, tls }).send(mail(0))).toMatchObject({ kind: 'unreachable' })
        // Its certificate is not trusted.
        expect(await open(port, { secure }).send(mail(0))).toMatchObject({ kind: 'unreachable' })
      }
    }
  })
})

describe('closing', () => {
  it('lets messages in flight end and accepts no more', async () => {
    const server = await start()
    const smtp = open(server.port)
    const sent = sendAll(smtp, 5)
    await smtp.ready()
    await smtp.close()
    expect(kinds(await sent)).toEqual(Array(5).fill('accepted'))
    expect(await smtp.send(mail(9))).toMatchObject({ kind: 'unreachable' })
  })

  it('aborts after its grace time: unknown for sent messages, unreachable for the rest', async () => {
    const server = await start({ answer: (_, { inContent }) => (inContent || server.taken.length > 0 ? null : undefined) })
    const smtp = open(server.port)
    const sent = sendAll(smtp, 3)
    await expect.poll(() => server.taken.length).toBe(1)
    await smtp.close(20)
    expect(kinds(await sent)).toEqual(['unknown', 'unreachable', 'unreachable'])
  })
})

/** Every byte of the dialogue, in both directions, is the place of one cut. */
describe('a server that breaks off anywhere', () => {
  const COUNT = 3
  const check = async (script: Script, limits: PipelinedSmtpOptions['timeouts'], what: string) => {
    const server = await startScriptedSmtp(script)
    const smtp = new PipelinedSmtp({ host: '127.0.0.1', port: server.port, connections: 1, timeouts: limits })
    const outcomes = await sendAll(smtp, COUNT)
    await smtp.close(10)
    const times = (index: number) => server.taken.filter(({ to }) => to === `r${index}@example.com`).length
    for (const [index, outcome] of outcomes.entries()) {
      const seen = `${what}: message ${index} ${outcome.kind}, taken ${times(index)} times`
      expect(['accepted', 'unknown', 'unreachable', 'put-off'], seen).toContain(outcome.kind)
      expect(times(index), seen).toBeLessThanOrEqual(1)
      if (outcome.kind === 'accepted') expect(times(index), seen).toBe(1)
      if (outcome.kind === 'unreachable' || outcome.kind === 'put-off') expect(times(index), seen).toBe(0)
    }
    await server.close()
    return { traffic: server.traffic, kinds: kinds(outcomes) }
  }

  it.each([
    ['pipelined', undefined],
    ['one by one', []],
  ])(
    '%s: nothing is called accepted or refused that was not, and nothing goes out twice',
    async (_, extensions) => {
      const base: Script = extensions ? { extensions } : {}
      const whole = await check(base, timeouts, 'whole')
      expect(whole.kinds).toEqual(Array(COUNT).fill('accepted'))
      const seen = new Set<string>()
      const runs: (() => Promise<void>)[] = []
      for (const direction of ['received', 'sent'] as const) {
        for (let at = 0; at < whole.traffic[direction]; at += 1) {
          const broken = (connection: number) => (connection === 0 ? { [direction]: at } : undefined)
          runs.push(async () => {
            for (const kind of (await check({ ...base, breakAt: broken }, timeouts, `${direction} ${at}`)).kinds) seen.add(kind)
          })
        }
      }
      while (runs.length > 0) await Promise.all(runs.splice(0, 25).map((run) => run()))
      expect(seen).toEqual(new Set(['accepted', 'unknown', 'unreachable']))
    },
    120_000,
  )

  it('or falls silent anywhere', async () => {
    const limits = { connectMs: 40, silenceMs: 40, acceptMs: 40 }
    const { traffic } = await check({}, timeouts, 'whole')
    const runs: Promise<unknown>[] = []
    for (const direction of ['received', 'sent'] as const) {
      for (let at = 0; at < traffic[direction]; at += 11) {
        const broken = (connection: number) => (connection === 0 ? { [direction]: at, silent: true } : undefined)
        runs.push(check({ breakAt: broken }, limits, `silent, ${direction} ${at}`))
      }
    }
    expect((await Promise.all(runs)).length).toBeGreaterThan(50)
  }, 60_000)
})
