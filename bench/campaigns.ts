import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { Pool } from 'undici'
import { arrangeMailing, beginStalledSend } from '../server/src/testing/campaigns/campaign-server.ts'
import { startRecordingSink } from '../server/src/testing/campaigns/recording-sink.ts'
import { median, percentile } from './figure.ts'
import type { Figure } from './figure.ts'
import { startDistance } from './mail-distance.ts'
import { startMailSink } from './mail-sink.ts'
import type { MailSink } from './mail-sink.ts'
import { startServer } from './server-under-test.ts'
import type { Client, ServerUnderTest } from './server-under-test.ts'
import { startWebhookSink } from './webhook-sink.ts'

const recipients = Number(process.env['BENCH_RECIPIENTS'] ?? 20_000)
/** The default number of messages in flight per campaign. */
const inFlight = Number(process.env['CAMPAIGN_IN_FLIGHT'] ?? 10)
const connections = 5

const paragraph = 'A paragraph of a newsletter as people send them, with a few words about what is new and why it may matter to you. '
const newsletter = {
  subject: 'News for {{ first_name }}',
  html: `<!doctype html><html><body><h1>Hello {{ first_name | default: "there" }}</h1>\n${`<p>${paragraph.repeat(3)}<a href="https://shop.example/news">more</a></p>\n`.repeat(6)}</body></html>`,
  text: `Hello {{ first_name | default: "there" }},\n\n${`${paragraph.repeat(3)}\n\n`.repeat(6)}`,
}

const arrangeIn = ({ database }: ServerUnderTest) => ({
  query: async <T>(text: string, values: unknown[] = []) => (await database.owner.query(text, values)).rows as T[],
})

/** A sender with a signing domain, as if its DNS records had been verified. */
async function makeSender(server: ServerUnderTest, client: Client): Promise<void> {
  await client.call('POST', '/channels/domains', { domain: 'sender.example' })
  await client.call('POST', '/channels/senders', { name: 'Bench', email: 'news@sender.example', isDefault: true })
  const { owner } = server.database
  await owner.query(
    'update app.sending_domains set dkim_ok = true, spf_ok = true, dmarc_ok = true, verified_at = now(), checked_at = now()',
  )
  await owner.query('update app.senders set verified_at = now(), is_default = true')
}

/** Sends the newsletter to `count` recipients. Returns messages per second, from the completed snapshot to the end of the campaign. */
async function runCampaign(
  server: ServerUnderTest,
  client: Client,
  { contacts, definition, channel = 'email' }: { contacts: number; definition: object; channel?: string },
): Promise<{ rate: number; seconds: number; processorMs: { node: number; postgres: number } }> {
  const arranged = arrangeIn(server) as Parameters<typeof arrangeMailing>[0]
  const campaignId = await arrangeMailing(arranged, client.orgId, { contacts, definition, channel })
  await server.database.owner.query('analyze app.contacts, app.consents')
  const before = server.processorTime()
  const sendId = await beginStalledSend(arranged, client.orgId, campaignId)
  await untilCompleted(server, sendId)
  const after = server.processorTime()
  const { rows } = await server.database.owner.query<{ seconds: number; sent: number }>(
    `select extract(epoch from finished_at - built_at)::float8 as seconds, (select sum(sent) from app.campaign_chunks where send_id = s.id)::int as sent
     from app.campaign_sends s where id = $1`,
    [sendId],
  )
  const { seconds = 0, sent = 0 } = rows[0] ?? {}
  if (sent !== contacts) throw new Error(`${sent} of ${contacts} were sent`)
  const processorMs = {
    node: ((after.node - before.node) * 1_000) / contacts,
    postgres: ((after.postgres - before.postgres) * 1_000) / contacts,
  }
  return { rate: contacts / seconds, seconds, processorMs }
}

async function untilCompleted({ database }: ServerUnderTest, sendId: string): Promise<void> {
  for (;;) {
    const { rows } = await database.owner.query<{ status: string }>('select status from app.campaign_sends where id = $1', [sendId])
    if (rows[0]?.status === 'completed') return
    if (rows[0]?.status === 'paused') throw new Error('the campaign was paused')
    await sleep(50)
  }
}

/** Captures the emails that the product really sends, so that the baseline loops send the same bytes. */
async function captureMails(count: number): Promise<{ from: string; to: string; raw: string }[]> {
  const sink = await startRecordingSink()
  const server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${sink.port}?starttls=never` })
  try {
    await sink.behave({ keep: count })
    const client = await server.register()
    await makeSender(server, client)
    await runCampaign(server, client, { contacts: count, definition: { content: newsletter } })
    return (await sink.kept()).filter((mail) => mail.to.startsWith('person'))
  } finally {
    await server.stop()
    sink.stop()
  }
}

/** Runs `work` for 0 to `times` - 1 with `inFlight` concurrent calls; returns calls per second. */
async function rateOf(times: number, work: (index: number) => Promise<void>): Promise<number> {
  let next = 0
  const startedAt = performance.now()
  const loop = async () => {
    for (let index = next++; index < times; index = next++) await work(index)
  }
  await Promise.all(Array.from({ length: inFlight }, loop))
  return (times * 1_000) / (performance.now() - startedAt)
}

async function nodemailerRate(
  sink: Pick<MailSink, 'host' | 'port'>,
  mails: readonly { from: string; to: string; raw: string }[],
  times: number,
): Promise<number> {
  const transport = createTransport({
    host: sink.host,
    port: sink.port,
    ignoreTLS: true,
    pool: true,
    maxConnections: connections,
    maxMessages: Infinity,
  })
  const rate = await rateOf(times, async (index) => {
    const { from, to, raw } = mails[index % mails.length] ?? { from: '', to: '', raw: '' }
    await transport.sendMail({ envelope: { from, to: [to] }, raw })
  })
  transport.close()
  return rate
}

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

/** Microseconds of processor time per RSA 2048 signature on this machine. Reading the key, which takes as long, is not measured. */
function signatureCost(): number {
  const mail = Buffer.alloc(1_000)
  const key = createPrivateKey(privateKey)
  const times = 500
  const before = process.cpuUsage()
  for (let each = 0; each < times; each++) sign('sha256', mail, key)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

/** The same pool that writes and signs each mail itself, as a loop over a list would have it. */
async function writingRate(sink: MailSink, times: number): Promise<number> {
  const dkim = { domainName: 'sender.example', keySelector: 'bench', privateKey }
  const pool = {
    host: sink.host,
    port: sink.port,
    ignoreTLS: true,
    pool: true,
    maxConnections: connections,
    maxMessages: Infinity,
  } as const
  const transport = createTransport({ ...pool, dkim })
  const rate = await rateOf(times, async (index) => {
    const fill = (template: string) => template.replace(/\{\{[^}]*\}\}/g, `Person ${index}`)
    await transport.sendMail({
      envelope: { from: `b+${index}@sender.example`, to: [`person${index}@example.com`] },
      from: 'Bench <news@sender.example>',
      to: `person${index}@example.com`,
      subject: fill(newsletter.subject),
      text: fill(newsletter.text),
      html: fill(newsletter.html),
      headers: {
        'List-Unsubscribe': `<https://imperium.example/unsubscribe/${index}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
  })
  transport.close()
  return rate
}

/** Latencies of one API read, sent in sequence with a pause between, until `isOver` returns true. */
async function probe(server: ServerUnderTest, client: Client, isOver: () => boolean): Promise<number[]> {
  const latencies: number[] = []
  while (!isOver()) {
    const startedAt = performance.now()
    await client.call('GET', '/contacts?limit=25')
    latencies.push(performance.now() - startedAt)
    await sleep(20)
  }
  void server
  return latencies
}

const shown = (ms: number) => `${ms.toFixed(1)} ms`

/** (a) and (e): a whole campaign beside a bare loop that sends the same bytes, and the API latency meanwhile. */
export async function benchCampaignMails(): Promise<Figure[]> {
  const mails = await captureMails(200)
  const sink = await startMailSink()
  const server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${sink.port}?starttls=never` })
  try {
    const client = await server.register()
    await makeSender(server, client)
    // As a server that has been up for a while: code that runs for the first time is slower, here and in the loops.
    await runCampaign(server, client, { contacts: recipients / 2, definition: { content: newsletter } })
    await writingRate(sink, 3_000)
    const probeIdle = () => {
      const end = performance.now() + 15_000
      return probe(server, client, () => performance.now() > end)
    }
    // Before and after, and two campaigns: the hundredth part of 700 requests is seven, which scatter by a third.
    const idle = await probeIdle()
    const ours: number[] = []
    const bare: number[] = []
    const writing: number[] = []
    const busy: number[] = []
    let processorMs = { node: 0, postgres: 0 }
    for (let round = 0; round < 4; round++) {
      bare.push(await nodemailerRate(sink, mails, 5_000))
      writing.push(await writingRate(sink, 3_000))
      let over = false
      const probing = round < 2 ? undefined : probe(server, client, () => over)
      const result = await runCampaign(server, client, { contacts: recipients, definition: { content: newsletter } })
      over = true
      busy.push(...((await probing) ?? []))
      if (round < 2) ours.push(result.rate)
      processorMs = result.processorMs
    }
    idle.push(...(await probeIdle()))
    const [rate, loop, loopWriting] = [median(ours), median(bare), median(writing)]
    const p = (values: number[], share: number) => percentile(values, share)
    const signatureUs = signatureCost()
    const mostSigned = (availableParallelism() * 1_000_000) / signatureUs
    return [
      {
        name: 'campaign emails (rendered, DKIM, every state committed)',
        value: rate,
        unit: 'messages/s',
        beside: { name: 'pooled nodemailer that writes and signs the same mails', value: loopWriting, unit: 'messages/s' },
        ratio: rate / loopWriting,
        aim: { of: 'ratio', atLeast: 2 },
        note: `${recipients} recipients, ${inFlight} in flight, mails of ${((mails[0]?.raw.length ?? 0) / 1024).toFixed(1)} KB; runs ${ours.map((each) => each.toFixed(0)).join(', ')} beside ${bare.map((each) => each.toFixed(0)).join(', ')}; processor a message: Node ${processorMs.node.toFixed(2)}, PostgreSQL ${processorMs.postgres.toFixed(2)} ms`,
      },
      {
        name: 'campaign emails beside a loop over ready bytes',
        value: rate,
        unit: 'messages/s',
        beside: { name: 'pooled nodemailer, the same bytes made and signed beforehand', value: loop, unit: 'messages/s' },
        ratio: rate / loop,
        aim: { of: 'ratio', atLeast: 1 },
        note: `the loop renders, signs and records nothing; a signature takes ${signatureUs.toFixed(0)} microseconds of a core, so ${availableParallelism()} cores that did nothing else would sign ${mostSigned.toFixed(0)} a second, ${(mostSigned / loop).toFixed(2)} of that loop`,
      },
      {
        name: 'API p99 while a campaign is sent',
        value: p(busy, 0.99),
        unit: 'ms',
        beside: { name: 'idle', value: p(idle, 0.99), unit: 'ms' },
        ratio: p(busy, 0.99) / p(idle, 0.99),
        aim: { of: 'ratio', atMost: 1.5 },
        note: `GET /api/contacts?limit=25 of ${recipients} contacts in the same process; median ${shown(p(busy, 0.5))} beside ${shown(p(idle, 0.5))}; ${busy.length} and ${idle.length} requests`,
      },
    ]
  } finally {
    await server.stop()
    sink.stop()
  }
}

/** (a) with network latency, as to a real mail server. Both sides mostly wait, so the number of round trips decides. */
export async function benchCampaignDistance(): Promise<Figure[]> {
  const wayMs = 5
  const times = { ours: 5_000, bare: 1_000 }
  const mails = await captureMails(200)
  const sink = await startMailSink()
  const way = await startDistance(sink.port, wayMs)
  const server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${way.port}?starttls=never` })
  try {
    const client = await server.register()
    await makeSender(server, client)
    const ours: number[] = []
    const bare: number[] = []
    for (let round = 0; round < 3; round++) {
      bare.push(await nodemailerRate({ host: sink.host, port: way.port }, mails, times.bare))
      ours.push((await runCampaign(server, client, { contacts: times.ours, definition: { content: newsletter } })).rate)
    }
    const [rate, loop] = [median(ours), median(bare)]
    return [
      {
        name: `campaign emails to a server ${2 * wayMs} ms away and back`,
        value: rate,
        unit: 'messages/s',
        beside: { name: 'pooled nodemailer, the same bytes made and signed beforehand', value: loop, unit: 'messages/s' },
        ratio: rate / loop,
        aim: { of: 'ratio', atLeast: 2 },
        note: `${times.ours} recipients, ${inFlight} in flight; ${connections} connections of the loop; runs ${ours.map((each) => each.toFixed(0)).join(', ')} beside ${bare.map((each) => each.toFixed(0)).join(', ')}`,
      },
    ]
  } finally {
    await server.stop()
    way.stop()
    sink.stop()
  }
}

/** (b): messages to a webhook, signed and through http-out, beside a bare pool. */
export async function benchCampaignWebhooks(): Promise<Figure[]> {
  const sink = await startWebhookSink()
  const server = await startServer()
  const body = '{"event":"news","name":"{{ first_name }}","text":"Our spring offers are here."}'
  try {
    const client = await server.register()
    const settings = { url: sink.url }
    const account = await client.call<{ id: string }>('POST', '/channels/accounts', {
      provider: 'webhook',
      name: 'Bench',
      settings,
      isDefault: true,
    })
    const definition = { content: { text: body }, accountId: account.id }
    await runCampaign(server, client, { contacts: 1_000, definition, channel: 'webhook' })
    const pool = new Pool(new URL(sink.url).origin, { connections: inFlight })
    const post = async (index: number) => {
      const headers = { 'content-type': 'application/json' }
      const response = await pool.request({
        method: 'POST',
        path: '/hook',
        headers,
        body: body.replace('{{ first_name }}', `Person ${index}`),
      })
      await response.body.dump()
    }
    await rateOf(2_000, post)
    const bare = await rateOf(recipients, post)
    const { rate, processorMs } = await runCampaign(server, client, { contacts: recipients, definition, channel: 'webhook' })
    await pool.close()
    return [
      {
        name: 'campaign web hooks (rendered, signed, every state committed)',
        value: rate,
        unit: 'messages/s',
        beside: { name: 'bare undici pool', value: bare, unit: 'messages/s' },
        ratio: rate / bare,
        aim: { of: 'ratio', atLeast: 0.3 },
        note: `${recipients} recipients, ${inFlight} in flight; processor a message: Node ${processorMs.node.toFixed(2)}, PostgreSQL ${processorMs.postgres.toFixed(2)} ms`,
      },
    ]
  } finally {
    await server.stop()
    sink.stop()
  }
}

/** A long campaign of one organization must not delay a short campaign of another. */
export async function benchCampaignFairness(): Promise<Figure[]> {
  const sink = await startMailSink()
  const server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${sink.port}?starttls=never` })
  try {
    const [long, short] = [await server.register(), await server.register()]
    await makeSender(server, long)
    await runCampaign(server, short, { contacts: 100, definition: { content: newsletter } })
    const timeOf = async () => (await runCampaign(server, short, { contacts: 100, definition: { content: newsletter } })).seconds
    const alone = median([await timeOf(), await timeOf(), await timeOf()])
    const arranged = arrangeIn(server) as Parameters<typeof arrangeMailing>[0]
    const campaignId = await arrangeMailing(arranged, long.orgId, { contacts: 100_000, definition: { content: newsletter } })
    const sendId = await beginStalledSend(arranged, long.orgId, campaignId)
    for (let chunks = 0; chunks < 200; await sleep(100)) {
      const { rows } = await server.database.owner.query<{ n: number }>(
        `select count(*)::int n from app.campaign_chunks where send_id = $1 and sent > 0`,
        [sendId],
      )
      chunks = (rows[0]?.n ?? 0) > 0 ? 200 : 0
    }
    const beside = median([await timeOf(), await timeOf(), await timeOf()])
    const { rows } = await server.database.owner.query<{ left: number }>(
      `select sum(total - sent)::int "left" from app.campaign_chunks where send_id = $1`,
      [sendId],
    )
    return [
      {
        name: '100 messages while another organization sends 100,000',
        value: beside,
        unit: 's',
        beside: { name: 'alone', value: alone, unit: 's' },
        ratio: beside / alone,
        note: `from the snapshot to the end, median of three; ${rows[0]?.left ?? 0} of the 100,000 still to be sent after them`,
      },
    ]
  } finally {
    await server.stop()
    sink.stop()
  }
}

if (import.meta.main) {
  const names = process.argv.slice(2)
  const all = {
    mails: benchCampaignMails,
    distance: benchCampaignDistance,
    webhooks: benchCampaignWebhooks,
    fairness: benchCampaignFairness,
  }
  for (const [name, run] of Object.entries(all)) if (names.length === 0 || names.includes(name)) console.log(await run())
}
