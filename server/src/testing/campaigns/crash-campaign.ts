import { setTimeout as pause } from 'node:timers/promises'
import { arrangeMailing, beginStalledSend, openCampaignServer, until } from './campaign-server.ts'
import type { CampaignServer } from './campaign-server.ts'
import { startRecordingSink } from './recording-sink.ts'
import type { RecordingSink, SinkManners } from './recording-sink.ts'

export interface CrashPlan {
  recipients: number
  inFlight?: number
  /** kill -9 of the server, evenly over the send. */
  kills?: number
  /** Power cuts of PostgreSQL beside the running server, evenly over the send. */
  postgresCuts?: number
  /** Times that a second worker process is frozen past its lease and continues. */
  freezes?: number
  /** Two worker processes without more. */
  twoWorkers?: boolean
  /** SIGTERM and a new start, evenly over the send. */
  terms?: number
  manners?: SinkManners
  /** Time in the middle of the send in which the mail server does not listen. */
  awayMs?: number
  /** The leases of the database's clock jump by two hours, in the middle. */
  clockJump?: boolean
  timeoutMs: number
}

export interface CrashResult {
  recipients: number
  lost: number
  /** Copies beyond the first that the sink took. */
  secondCopies: number
  /** Number of possible duplicates that the product reports. */
  repeats: number
  /** Recipients who got copies with more than one Message-ID. */
  otherIds: number
  sinkRecipients: number
  sent: number
  delivered: number
  failed: number
  skipped: number
  held: number
  statuses: Record<string, number>
  sendStatus: string
  campaignStatus: string
  recoveries: number
  mails: number
  seconds: number
}

interface Numbers {
  [name: string]: unknown
  status: string
  campaign: string
  total: number
  sent: number
  delivered: number
  failed: number
  skipped: number
  held: number
  repeats: number
  recoveries: number
}

const readNumbers = async (server: CampaignServer, sendId: string): Promise<Numbers | undefined> =>
  (
    await server.query<Numbers>(
      `select s.status, c.status as campaign, coalesce(sum(k.total), 0)::int total, coalesce(sum(k.sent), 0)::int sent,
         coalesce(sum(k.delivered), 0)::int delivered, coalesce(sum(k.failed), 0)::int failed, coalesce(sum(k.skipped), 0)::int skipped,
         coalesce(sum(k.held), 0)::int held, coalesce(sum(k.repeats), 0)::int repeats, coalesce(sum(k.recoveries), 0)::int recoveries
       from app.campaign_sends s join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id
       left join app.campaign_chunks k on k.org_id = s.org_id and k.send_id = s.id where s.id = $1 group by s.status, c.status`,
      [sendId],
    )
  )[0]

/** Sends a campaign to a local mail server while the plan kills, freezes and stops processes; returns the counts. */
export async function crashCampaign(plan: CrashPlan): Promise<CrashResult> {
  const sink = await startRecordingSink()
  const server = await openCampaignServer({
    SMTP_URL: `smtp://127.0.0.1:${sink.port}?starttls=never`,
    CAMPAIGN_IN_FLIGHT: String(plan.inFlight ?? 10),
    CAMPAIGN_RETRY_MS: '300,600,1000',
    CAMPAIGN_LEASE_MS: '3000',
    SHUTDOWN_GRACE_MS: '5000',
  })
  try {
    await sink.behave(plan.manners ?? {})
    const campaignId = await arrangeMailing(server, server.orgId, { contacts: plan.recipients })
    const startedAt = performance.now()
    const sendId = await beginStalledSend(server, server.orgId, campaignId)
    await disturb(plan, server, sink)
    await until(async () => (await readNumbers(server, sendId))?.status === 'completed', plan.timeoutMs, 200)
    return await compare(plan, server, sink, sendId, (performance.now() - startedAt) / 1_000)
  } finally {
    await server.close()
    sink.stop()
  }
}

type Blow = (server: CampaignServer, sink: RecordingSink) => Promise<void>

/** Runs the planned disturbances, each at its position between the first message and the last. */
async function disturb(plan: CrashPlan, server: CampaignServer, sink: RecordingSink): Promise<void> {
  const { recipients } = plan
  const worker = plan.freezes || plan.twoWorkers ? await server.startWorker() : undefined
  const spread = (count: number, blow: Blow) => Array.from({ length: count }, (_, at) => ({ at: ((at + 0.5) / count) * 0.9, blow }))
  // A stop after the last message would prove nothing; a second worker may send it while the server starts.
  const assertUnfinished = async () => {
    if (!plan.twoWorkers && (await sink.count()) >= recipients) throw new Error('The campaign was over before it was disturbed.')
  }
  const blows = [
    ...spread(plan.kills ?? 0, async () => {
      await server.kill('SIGKILL')
      await assertUnfinished()
      await server.start()
    }),
    ...spread(plan.terms ?? 0, async () => {
      const code = await server.kill('SIGTERM')
      if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}`)
      await assertUnfinished()
      await server.start()
    }),
    ...spread(plan.postgresCuts ?? 0, async () => {
      server.killPostgres()
      await server.query('select 1')
    }),
    ...spread(plan.freezes ?? 0, async () => {
      worker?.kill('SIGSTOP')
      await pause(8_000)
      worker?.kill('SIGCONT')
    }),
    ...spread(plan.awayMs ? 1 : 0, async () => {
      await sink.behave({ ...plan.manners, away: true })
      await pause(plan.awayMs ?? 0)
      await sink.behave(plan.manners ?? {})
    }),
    ...spread(plan.clockJump ? 1 : 0, async () => {
      await server.query(`update app.campaign_chunks set lease_until = lease_until - interval '2 hours' where status = 'leased'`)
      await pause(500)
      await server.query(`update app.campaign_chunks set lease_until = lease_until + interval '2 hours' where status = 'leased'`)
    }),
  ].toSorted((a, b) => a.at - b.at)
  for (const { at, blow } of blows) {
    await until(async () => (await sink.count()) >= at * recipients, plan.timeoutMs, 5)
    await blow(server, sink)
  }
}

async function compare(
  plan: CrashPlan,
  server: CampaignServer,
  sink: RecordingSink,
  sendId: string,
  seconds: number,
): Promise<CrashResult> {
  const [numbers, report, statuses, usage] = [
    await readNumbers(server, sendId),
    await sink.report(),
    await server.query<{ status: string; n: number }>(
      'select status, count(*)::int n from app.campaign_recipients where send_id = $1 group by 1',
      [sendId],
    ),
    await server.query<{ mails: number }>('select coalesce(sum(mails), 0)::int mails from app.usage where org_id = $1', [server.orgId]),
  ]
  if (!numbers) throw new Error('The send is gone.')
  // The server also received the installation's own emails.
  const got = Object.entries(report.recipients).flatMap(([address, each]) => (address.startsWith('person') ? [each] : []))
  return {
    recipients: plan.recipients,
    lost: plan.recipients - got.length,
    secondCopies: got.reduce((sum, each) => sum + each.copies - 1, 0),
    otherIds: got.filter((each) => each.ids > 1).length,
    sinkRecipients: got.length,
    repeats: numbers.repeats,
    sent: numbers.sent,
    delivered: numbers.delivered,
    failed: numbers.failed,
    skipped: numbers.skipped,
    held: numbers.held,
    recoveries: numbers.recoveries,
    statuses: Object.fromEntries(statuses.map((row) => [row.status, row.n])),
    sendStatus: numbers.status,
    campaignStatus: numbers.campaign,
    mails: usage[0]?.mails ?? 0,
    seconds,
  }
}
