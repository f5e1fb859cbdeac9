// node bench/campaign-crash.ts [scenario...]: kills, freezes and stops processes during campaigns, and checks what the mail server
// received.
import { parseArgs } from 'node:util'
import { crashCampaign } from '../server/src/testing/campaigns/crash-campaign.ts'
import type { CrashPlan } from '../server/src/testing/campaigns/crash-campaign.ts'

const timeoutMs = 600_000

/** Each with the most second copies that it may cause. */
const scenarios: Record<string, { plan: CrashPlan; mostCopies: number }> = {
  'ten kills, two power cuts': { plan: { recipients: 20_000, kills: 10, postgresCuts: 2, timeoutMs }, mostCopies: 100 },
  'SIGTERM five times': { plan: { recipients: 10_000, terms: 5, timeoutMs }, mostCopies: 0 },
  'two workers, five kills': { plan: { recipients: 10_000, kills: 5, twoWorkers: true, timeoutMs }, mostCopies: 50 },
  'a frozen worker': { plan: { recipients: 10_000, freezes: 3, timeoutMs }, mostCopies: 30 },
  'clock jump of two hours': { plan: { recipients: 5_000, clockJump: true, twoWorkers: true, timeoutMs }, mostCopies: 20 },
  '30 % put off': { plan: { recipients: 5_000, manners: { putOff: 0.3 }, timeoutMs }, mostCopies: 0 },
  'cut after acceptance': { plan: { recipients: 5_000, manners: { cut: 0.02 }, timeoutMs }, mostCopies: Infinity },
  'mail server away for a minute': { plan: { recipients: 5_000, awayMs: 60_000, timeoutMs }, mostCopies: 40 },
}

const { positionals } = parseArgs({ allowPositionals: true })
let failed = 0
console.log(
  '| scenario | recipients | lost | second copies | at most | counted repeats | other Message-ID | sent = delivered = sink | status | s |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
for (const [name, { plan, mostCopies }] of Object.entries(scenarios)) {
  if (positionals.length > 0 && !positionals.some((each) => name.includes(each))) continue
  const result = await crashCampaign(plan)
  const { recipients, lost, secondCopies, repeats, otherIds, sent, delivered, sinkRecipients, sendStatus, campaignStatus, seconds, mails } =
    result
  const isRight =
    lost === 0 &&
    secondCopies <= mostCopies &&
    repeats >= secondCopies &&
    otherIds === 0 &&
    [sent, delivered, sinkRecipients, mails].every((number) => number === recipients) &&
    sendStatus === 'completed' &&
    campaignStatus === 'completed'
  if (!isRight) failed += 1
  const cells = [
    name,
    recipients,
    lost,
    secondCopies,
    mostCopies,
    repeats,
    otherIds,
    `${sent} = ${delivered} = ${sinkRecipients}`,
    campaignStatus,
    seconds.toFixed(1),
  ]
  console.log(`| ${cells.join(' | ')} |${isRight ? '' : ` WRONG: ${JSON.stringify(result)}`}`)
}
process.exitCode = failed > 0 ? 1 : 0
