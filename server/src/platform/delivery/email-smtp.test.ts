import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { simpleParser } from 'mailparser'
import { afterEach, expect, it } from 'vitest'
import { startScriptedSmtp, type Script } from '../mail/testing/scripted-smtp.ts'
import { createSmtpCampaignTransport } from './email-smtp.ts'
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

const open = async (script: Script = {}) => {
  const server = await startScriptedSmtp(script)
  const transport = createSmtpCampaignTransport({ url: `smtp://127.0.0.1:${server.port}` })
  closers.push(
    () => server.close(),
    () => transport.close(),
  )
  return { server, transport }
}
const letter = (index: number, over: Partial<Extract<OutgoingContent, { channel: 'email' }>> = {}): OutgoingMessage => ({
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

it.each([
  ['8-bit, pipelined', {}],
  ['ASCII, one command at a time', { extensions: [] }],
])('%s: what the server took is signed, whole and addressed to one', async (_, script) => {
  const { server, transport } = await open(script)
  const outcomes = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => transport.send(letter(index))))
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

it('refuses what must not go out, without a word to the server', async () => {
  const { server, transport } = await open()
  expect(await transport.send(letter(0, { subject: 'a\r\nBcc: x@example.com' }))).toMatchObject({ kind: 'refused', reason: 'rejected' })
  expect(await transport.send({ ...letter(0), to: 'a@b.example, c@d.example' })).toMatchObject({
    kind: 'refused',
    reason: 'invalid_address',
  })
  expect(server.writes.join('')).not.toContain('MAIL')
})

it('says unreachable, and throws only for a fault of ours', async () => {
  const { server, transport } = await open()
  await expect(transport.send({ ...letter(0), content: { channel: 'sms', text: 'x' } })).rejects.toThrow(TypeError)
  await expect(transport.send(letter(0, { dkim: { domain: 'a.example', selector: 's', privateKey: 'no key' } }))).rejects.toThrow('DECODER')
  await server.close()
  const gone = createSmtpCampaignTransport({ host: '127.0.0.1', port: server.port })
  expect(await gone.send(letter(0))).toMatchObject({ kind: 'unreachable' })
  await gone.close()
  expect(() => createSmtpCampaignTransport({ url: 'http://x' })).toThrow('SMTP_URL')
})
