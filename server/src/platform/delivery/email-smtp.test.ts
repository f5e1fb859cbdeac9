import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { simpleParser } from 'mailparser'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startScriptedSmtp, type Script } from '../mail/testing/scripted-smtp.ts'
import { createSmtpCampaignTransport } from './email-smtp.ts'
import { createThreadedSmtpTransport } from './email-threaded.ts'
import type { OutgoingContent, OutgoingMessage } from './transport.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const resolver = () => Promise.resolve([[`v=DKIM1; k=rsa; p=${publicKey.replaceAll(/-----[^-]+-----|\s/g, '')}`]])

const open = async (script: Script = {}, create: typeof createThreadedSmtpTransport = createThreadedSmtpTransport) => {
  const server = await startScriptedSmtp(script)
  const transport = create({ url: `smtp://127.0.0.1:${server.port}` })
  closers.push(
    () => server.close(),
    () => transport.close(),
  )
  return { server, transport }
}
const emailMessage = (index: number, over: Partial<Extract<OutgoingContent, { channel: 'email' }>> = {}): OutgoingMessage => ({
  identity: `o/s/${index}`,
  to: `r${index}@example.com`,
  content: {
    channel: 'email',
    fromName: 'Zoë & Co.',
    fromAddress: 'news@acme.example',
    subject: `Grüße Nr. ${index}`,
    text: `Hallo ${index},\n.Punkt am Anfang\n..zwei\n`,
    html: `<p>Grüße ${index}</p>\n.\n<p>Ende</p>`,
    messageId: `<m${index}@acme.example>`,
    returnPath: `b+${index}@bounces.acme.example`,
    unsubscribeUrl: `https://imperium.example/unsubscribe/${index}`,
    dkim: { domain: 'acme.example', selector: 's1', privateKey },
    ...over,
  },
})

describe.each([
  ['in this thread', createSmtpCampaignTransport],
  ['on the mail thread', createThreadedSmtpTransport],
])('%s', (_where, create) => {
  it.each([
    ['8-bit, pipelined', {}],
    ['ASCII, one command at a time', { extensions: [] }],
  ])('%s: the accepted email is signed, complete and addressed to one recipient', async (_how, script) => {
    const { server, transport } = await open(script, create)
    const outcomes = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => transport.send(emailMessage(index))))
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(6).fill('accepted'))
    expect(server.taken).toHaveLength(6)
    for (const { from, to, data } of server.taken) {
      const index = Number(/\d/.exec(to)?.[0])
      const bytes = Buffer.from(data, 'latin1')
      const { results } = await dkimVerify(bytes, { resolver })
      expect(results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([['pass', 'acme.example']])
      const parsed = await simpleParser(bytes)
      expect(parsed).toMatchObject({
        subject: `Grüße Nr. ${index}`,
        text: `Hallo ${index},\n.Punkt am Anfang\n..zwei\n`,
        html: `<p>Grüße ${index}</p>\n.\n<p>Ende</p>`,
        messageId: `<m${index}@acme.example>`,
      })
      expect(parsed.from?.value).toEqual([{ name: 'Zoë & Co.', address: 'news@acme.example' }])
      expect(from).toBe(`b+${index}@bounces.acme.example`)
    }
  })

  it('rejects what must not be sent, without contacting the server', async () => {
    const { server, transport } = await open({}, create)
    expect(await transport.send(emailMessage(0, { subject: 'a\r\nBcc: x@example.com' }))).toMatchObject({
      kind: 'refused',
      reason: 'rejected',
    })
    expect(await transport.send({ ...emailMessage(0), to: 'a@b.example, c@d.example' })).toMatchObject({
      kind: 'refused',
      reason: 'invalid_address',
    })
    expect(server.writes.join('')).not.toContain('MAIL')
  })

  it('reports unreachable and throws only for an error of ours', async () => {
    const { server, transport } = await open({}, create)
    await expect(transport.send({ ...emailMessage(0), content: { channel: 'sms', text: 'x' } })).rejects.toThrow(TypeError)
    await expect(transport.send(emailMessage(0, { dkim: { domain: 'a.example', selector: 's', privateKey: 'no key' } }))).rejects.toThrow(
      'DECODER',
    )
    await server.close()
    const gone = create({ host: '127.0.0.1', port: server.port })
    expect(await gone.send(emailMessage(0))).toMatchObject({ kind: 'unreachable' })
    await gone.close()
    expect(() => create({ url: 'http://x' })).toThrow('SMTP_URL')
  })
})

describe('the mail thread', () => {
  it('sends prepared and unprepared emails once each', async () => {
    const { server, transport } = await open()
    await transport.send(emailMessage(0))
    const emails = [1, 2, 3, 4, 5, 6].map((index) => emailMessage(index))
    for (const each of emails.slice(0, 4)) transport.prepare?.(each)
    const outcomes = await Promise.all(emails.slice(2).map((each) => transport.send(each)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(4).fill('accepted'))
    expect(server.taken.map(({ to }) => to).toSorted()).toEqual([0, 3, 4, 5, 6].map((index) => `r${index}@example.com`))
  })

  it('refuses an address that may not be connected to', async () => {
    const server = await startScriptedSmtp({})
    const transport = createThreadedSmtpTransport({ host: '127.0.0.1', port: server.port, egressAllow: [] })
    closers.push(
      () => server.close(),
      () => transport.close(),
    )
    expect(await transport.send(emailMessage(0))).toMatchObject({ kind: 'unreachable', response: expect.stringContaining('EGRESS_ALLOW') })
    expect(server.connections()).toBe(0)
  })

  it('ends: its emails have an unknown outcome, and the next email starts another thread', async () => {
    const { server, transport } = await open({ answer: (command, { inContent }) => (inContent ? null : undefined) })
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    const sent = transport.send(emailMessage(0))
    await vi.waitFor(() => expect(server.writes.join('')).toContain('\r\n.\r\n'), 5_000)
    const [thread] = posted.mock.contexts
    posted.mockRestore()
    await (thread as Worker).terminate()
    expect(await sent).toMatchObject({ kind: 'unknown' })
    const { transport: other } = await open()
    expect(await other.send(emailMessage(1))).toMatchObject({ kind: 'accepted' })
  })

  it('closes: sends no email afterwards', async () => {
    const { transport } = await open()
    await transport.send(emailMessage(0))
    await transport.close()
    expect(await transport.send(emailMessage(1))).toMatchObject({ kind: 'unreachable' })
  })
})
