import pg from 'pg'
import type { SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentMember } from '@imperium/contract/contacts/segments.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { acrossNodes } from '../../platform/db/across-nodes.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { limited, notFound } from '../../platform/errors.ts'
import { createGate } from '../../platform/jobs/gate.ts'
import type { Platform } from '../../platform/platform.ts'
import { compileRules } from './compile-rules.ts'
import type { Conditions } from './compile-rules.ts'
import { countMatching, membersOf } from './match-store.ts'
import { rulesOf } from './read-segments.ts'
import { assertSound, loadScope } from './rule-scope.ts'
import { findSegment, limitStatements, setCount } from './store.ts'

type InOrg = <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>
/** Whose contacts are counted. */
interface Counting {
  id: string
  inOrg: InOrg
}
interface Page {
  after: readonly [string, string] | null
  limit: number
}

/** Well before the time-out of every statement, so that what is said is why. */
const slowestMs = 5_000
const sampleSize = 10
const retrySeconds = 30
const cancelled = '57014'

const atOnce = 2
const mostWaiting = 8
const lines = new Map<string, { enter: ReturnType<typeof createGate>; inside: number }>()

/** Two counts of an organization at once, and a short line: heavy ones take neither its connections nor those of others. */
async function inTurn<T>(orgId: string, count: () => Promise<T>): Promise<T> {
  const full = () => limited(retrySeconds, 'Too many segments are being counted at the same time. Please try again later.')
  const line = lines.get(orgId) ?? { enter: createGate(atOnce, mostWaiting, full), inside: 0 }
  lines.set(orgId, line)
  line.inside += 1
  try {
    return await line.enter(count)
  } finally {
    line.inside -= 1
    if (line.inside === 0) lines.delete(orgId)
  }
}

/** @throws 429 that says why where a statement took too long: no fault of the server, and a repeat at once does not help. */
async function inTime<T>({ id, inOrg }: Counting, work: (tx: OrgTx) => Promise<T>): Promise<T> {
  try {
    return await inTurn(id, () =>
      inOrg(async (tx) => {
        await limitStatements(tx, slowestMs)
        return work(tx)
      }),
    )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== cancelled) throw error
    throw limited(
      retrySeconds,
      message('Counting took longer than {seconds} seconds and was stopped. Use fewer conditions, or try again later.', {
        seconds: slowestMs / 1_000,
      }),
    )
  }
}

/** Counts the contacts that rules hold for; shows the newest ten where the caller may see contacts. */
export async function previewRules(
  platform: Platform,
  counting: Counting,
  { rules, showContacts }: { rules: SegmentGroup; showContacts: boolean },
): Promise<{ count: number; sample: SegmentMember[]; tookMs: number }> {
  const startedMs = performance.now()
  const found = await inTime(counting, async (tx) => {
    const conditions = await compiled(platform, tx, rules)
    const count = await countMatching(tx, conditions.count)
    const sample = showContacts && count > 0 ? (await membersOf(tx, conditions, { after: null, limit: sampleSize })).rows : []
    return { count, sample }
  })
  return { ...found, tookMs: Math.round(performance.now() - startedMs) }
}

async function compiled(platform: Platform, tx: OrgTx, rules: SegmentGroup): Promise<Conditions> {
  const scope = await loadScope(tx, [rules])
  assertSound(scope)
  return compileRules(rules, scope, platform.clock.now())
}

/** Counts a segment and keeps the number with the time. */
export const countSegment = (platform: Platform, counting: Counting, id: string): Promise<{ count: number; countedAt: string }> =>
  inTime(counting, async (tx) => {
    const row = await findSegment(tx, id)
    if (!row) throw notFound()
    const statement = (await compiled(platform, tx, rulesOf(row))).count
    // The count is stored for all members: it is that of the organization, whatever this one sees of it.
    const count = await acrossNodes(tx, () => countMatching(tx, statement))
    const at = platform.clock.now()
    await setCount(tx, id, row.updated_at, count, at)
    return { count, countedAt: at.toISOString() }
  })

export const segmentMembers = (platform: Platform, counting: Counting, id: string, page: Page) =>
  inTime(counting, async (tx) => {
    const row = await findSegment(tx, id)
    if (!row) throw notFound()
    return membersOf(tx, await compiled(platform, tx, rulesOf(row)), page)
  })
