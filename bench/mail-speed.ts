import { generateKeyPairSync } from 'node:crypto'
import { createThreadedSmtpTransport } from '../server/src/platform/delivery/email-threaded.ts'
import type { DkimKey } from '../server/src/platform/mail/dkim.ts'
import { signMail } from '../server/src/platform/mail/dkim.ts'
import { makeMessageId } from '../server/src/platform/mail/compose.ts'
import type { MailContent } from '../server/src/platform/mail/prepared-mail.ts'
import { prepareMail, writeMail } from '../server/src/platform/mail/prepared-mail.ts'
import { openBareNodemailer } from '../server/src/platform/mail/testing/bare-nodemailer.ts'
import type { Figure } from './figure.ts'
import { median } from './figure.ts'
import { startDistance } from './mail-distance.ts'
import { startMailSink } from './mail-sink.ts'
import type { MailSink } from './mail-sink.ts'
import { rateOf } from './rate.ts'

const messages = { near: 5_000, far: 500 }
const rounds = 3
/** The default number of messages in flight per campaign, over as many connections as a nodemailer pool has. */
const inFlight = 10
const connections = 5
/** To a mail server in the same region, and back. */
const wayMs = 5

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const key: DkimKey = { domain: 'sender.example', selector: 'bench', privateKey }
const sentence = 'A paragraph of a newsletter as people send them, with a few words about what is new and why it may matter to you. '
const paragraphs = `<p>${sentence.repeat(3)}</p>\n`.repeat(6)
const plain = `${sentence.repeat(3)}\n\n`.repeat(6)

/** A newsletter of about 5 KB to one of many. */
const makeMail = (index: number): { to: string; content: MailContent } => ({
  to: `person${index}@example.com`,
  content: {
    fromName: 'Bench',
    fromAddress: 'news@sender.example',
    subject: `News for person ${index}`,
    text: `Hello person ${index},\n\n${plain}`,
    html: `<!doctype html><html><body><h1>News for person ${index}</h1>\n${paragraphs}</body></html>`,
    messageId: makeMessageId(`bench/${index}`, 'sender.example'),
    returnPath: `b+${index.toString(36)}@bounces.sender.example`,
    unsubscribeUrl: `https://imperium.example/unsubscribe/${index}`,
    headers: { 'List-Id': 'News <news.sender.example>' },
  },
})

type Place = Pick<MailSink, 'host' | 'port'>

/** Ours from the parts of a mail to the server's acceptance. */
async function runOurs({ host, port }: Place, times: number, dkim?: DkimKey): Promise<number> {
  const transport = createThreadedSmtpTransport({ host, port, connections })
  try {
    return await rateOf(times, inFlight, async (index) => {
      const { to, content } = makeMail(index)
      const outcome = await transport.send({ identity: to, to, content: { channel: 'email', ...content, ...(dkim ? { dkim } : {}) } })
      if (outcome.kind !== 'accepted') throw new Error(`${outcome.kind}: ${outcome.response}`)
    })
  } finally {
    await transport.close()
  }
}

interface Written {
  from: string
  to: string
  raw: string
}

/** The bytes that our transport sends, built before the clock starts. */
async function writeAll(times: number, dkim: boolean): Promise<Written[]> {
  const now = new Date()
  return Promise.all(
    Array.from({ length: times }, async (_, index) => {
      const { to, content } = makeMail(index)
      const mail = prepareMail(to, content, { eightBit: true, now })
      return { from: mail.from, to: mail.to, raw: writeMail(mail, dkim ? signMail(mail, key, now) : null) }
    }),
  )
}

/** Nodemailer with bytes that are ready, or writing and signing itself. */
async function runBare({ host, port }: Place, times: number, written: readonly Written[] | null): Promise<number> {
  const bare = openBareNodemailer({ host, port, connections, ...(written ? {} : { dkim: key }) })
  try {
    return await rateOf(times, inFlight, async (index) => {
      const { to, content } = makeMail(index)
      const ready = written?.[index]
      if (ready) await bare.sendRaw(ready.from, ready.to, ready.raw)
      else await bare.sendContent(to, content)
    })
  } finally {
    bare.close()
  }
}

/** Microseconds of processor time of this process that a call of `run` takes for each of its messages. */
async function costOf(run: () => Promise<number>): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / messages.near
}

/** Runs the candidates several times in turn, so that other load on the machine affects all equally. Returns the median of each. */
async function takeTurns(runs: readonly (() => Promise<number>)[]): Promise<number[]> {
  const results: number[][] = runs.map(() => [])
  for (let round = 0; round < rounds; round += 1) for (const [index, run] of runs.entries()) results[index]!.push(await run())
  return results.map(median)
}

const figureOf = (name: string, value: number, besideName: string, beside: number, note: string, atLeast?: number): Figure => ({
  name,
  value,
  unit: 'messages/s',
  beside: { name: besideName, value: beside, unit: 'messages/s' },
  ratio: value / beside,
  ...(atLeast === undefined ? {} : { aim: { of: 'ratio' as const, atLeast } }),
  note,
})

/** Emails per second of the transport alone, beside pooled nodemailer loops to the same sink. */
export async function benchMailSpeed(): Promise<Figure[]> {
  const sink = await startMailSink()
  const way = await startDistance(sink.port, wayMs)
  try {
    const far = { host: sink.host, port: way.port }
    const [unsigned, signed] = [await writeAll(messages.near, false), await writeAll(messages.near, true)]
    const before = await sink.count()
    const [ours = 0, oursSigned = 0, raw = 0, rawSigned = 0, own = 0] = await takeTurns([
      () => runOurs(sink, messages.near),
      () => runOurs(sink, messages.near, key),
      () => runBare(sink, messages.near, unsigned),
      () => runBare(sink, messages.near, signed),
      () => runBare(sink, messages.near, null),
    ])
    const costs = [await costOf(() => runOurs(sink, messages.near)), await costOf(() => runBare(sink, messages.near, unsigned))]
    const taken = (await sink.count()).messages - before.messages
    if (taken !== messages.near * (rounds * 5 + 2)) throw new Error(`The sink took ${taken} messages.`)
    const [farOurs = 0, farRaw = 0] = await takeTurns([() => runOurs(far, messages.far, key), () => runBare(far, messages.far, signed)])
    const how = `${connections} connections, ${inFlight} in flight, mails of ${Math.round(Buffer.byteLength(signed[0]?.raw ?? '') / 1_000)} KB`
    return [
      figureOf(
        'mail transport, written here',
        ours,
        'nodemailer, the same bytes ready',
        raw,
        `${how}; processor time a message: ${costs.map(Math.round).join(' and ')} microseconds`,
        4,
      ),
      figureOf(
        'mail transport, written and signed',
        oursSigned,
        'nodemailer, the same bytes ready and signed',
        rawSigned,
        'a signature of RSA 2048 takes about 0.2 ms of a core',
      ),
      figureOf('mail transport, written and signed', oursSigned, 'nodemailer that writes and signs the same', own, how, 2),
      figureOf(
        `mail transport, signed, ${wayMs} ms away`,
        farOurs,
        'nodemailer, the same bytes ready and signed',
        farRaw,
        'one round trip a message',
      ),
    ]
  } finally {
    way.stop()
    sink.stop()
  }
}
