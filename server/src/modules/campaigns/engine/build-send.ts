import type { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { keepTogether } from '../shared-numbers.ts'
import { finishIfDone } from './finish-send.ts'
import { pausedForProblem, pauseByGuard } from './guard.ts'
import { buildJob } from './jobs.ts'
import type { BuildData } from './jobs.ts'
import type { EngineParts, SendFacts } from './parts.ts'
import { queueChunks } from './queue-chunks.ts'
import type { NewRecipient } from './send-store.ts'
import { endBuild, insertPage, readFacts } from './send-store.ts'
import { startsWithTest } from './start-send.ts'

const pageSize = 2_000
const chunkSize = 500

/** Gathers the recipients page by page; each page and its cursor share one transaction, so a crash repeats at most one page. */
export async function buildSend(platform: Platform, parts: EngineParts, { orgId, sendId }: BuildData, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (signal.aborted) {
      await platform.db.withOrg(orgId, (tx) => platform.jobs.send(tx, buildJob, { orgId, sendId }))
      return
    }
    if (!(await platform.db.withOrg(orgId, (tx) => buildPage(platform, parts, tx, sendId)))) return
  }
}

/** True if there may be more. The lock serializes two builders of one send; each continues where the other stopped. */
async function buildPage(platform: Platform, parts: EngineParts, tx: OrgTx, sendId: string): Promise<boolean> {
  const facts = await readFacts(tx, sendId, { lock: true })
  if (facts?.status !== 'building') return false
  const { ab } = facts.definition
  const ids = await nextPage(platform, parts, tx, facts)
  if (ids === null) return false
  const { page, testTotal } = divide(ids, ab, facts)
  if (page.length > 0) await insertPage(tx, facts, await keepTogether(tx, facts, page), testTotal, startsWithTest(ab))
  if (ids.length === pageSize) return true
  await begin(platform, parts, tx, facts)
  return false
}

/** The next page; null if a segment or one of its fields was deleted: the campaign pauses with the reason. */
async function nextPage(platform: Platform, parts: EngineParts, tx: OrgTx, facts: SendFacts): Promise<string[] | null> {
  const { sendId, campaignId, name, buildCursor } = facts
  const { audience } = facts.definition
  if (!audience) return []
  try {
    return await parts.audiencePage(tx, audience, buildCursor, pageSize)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await pauseByGuard(platform, tx, { campaignId, sendId, name }, pausedForProblem(error.text))
    return null
  }
}

async function begin(platform: Platform, parts: EngineParts, tx: OrgTx, facts: SendFacts): Promise<void> {
  const { agent, ab } = facts.definition
  if (agent) {
    await endBuild(tx, facts.sendId, 'drafting')
    return parts.beginDrafting(tx, facts)
  }
  await endBuild(tx, facts.sendId, startsWithTest(ab) ? 'testing' : 'sending')
  if (!(await finishIfDone(platform, tx, facts.sendId))) await queueChunks(platform, tx, facts.sendId)
}

// Multiples of the golden ratio modulo 1 are spread evenly for any count: shares are exact in small audiences too,
// and do not depend on the order of ids.
const golden = 0.618_033_988_749_895
const plastic = 0.754_877_666_246_693
const percentAt = (index: number, ratio: number): number => (((index + 1) * ratio) % 1) * 100

/** Assigns each recipient its chunk, its variant, and whether it is in the test of an A/B campaign. */
export function divide(
  ids: readonly string[],
  ab: CampaignDefinition['ab'],
  { total, testTotal: testBefore }: Pick<SendFacts, 'total' | 'testTotal'>,
): { page: NewRecipient[]; testTotal: number } {
  const isSplit = startsWithTest(ab)
  let testTotal = testBefore
  const page = ids.map((contactId, at): NewRecipient => {
    const index = total + at
    const inTest = !isSplit || percentAt(index, golden) < (ab?.testPercent ?? 100)
    const ofGroup = inTest ? testTotal : index - testTotal
    if (inTest) testTotal += 1
    const part = Math.floor(ofGroup / chunkSize)
    const chunk = isSplit ? part * 2 + (inTest ? 0 : 1) : part
    return { contactId, chunk, variant: inTest ? variantAt(ofGroup, ab) : 0 }
  })
  return { page, testTotal }
}

/** 0 is A, which gets the rest of the shares. */
function variantAt(index: number, ab: CampaignDefinition['ab']): number {
  if (!ab) return 0
  let from = percentAt(index, plastic)
  for (const [at, { share }] of ab.variants.entries()) {
    if (from < share) return at + 1
    from -= share
  }
  return 0
}
