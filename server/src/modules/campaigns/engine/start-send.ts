import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { finishIfDone } from './finish-send.ts'
import { buildJob } from './jobs.ts'
import { clearJobs, queueChunks } from './queue-chunks.ts'
import { insertSend, moveGuard, moveSends, readFacts, setPausedFrom, setSendStatus } from './send-store.ts'
import { clearHourDelays, clearPaceDelays } from './recheck-sends.ts'

type Needs = Pick<Platform, 'jobs' | 'events'>

export interface SendStart {
  campaignId: string
  version: number
  /** Number of the occurrence; one send each. */
  step: number
}

/** Begins an occurrence: a job, committed with the caller's transaction, gathers its recipients. Returns the send's id. */
export async function startSend(platform: Needs, tx: OrgTx, { campaignId, version, step }: SendStart): Promise<string> {
  const id = newId()
  await insertSend(tx, { id, campaignId, version, step })
  await platform.jobs.send(tx, buildJob, { orgId: tx.orgId, sendId: id })
  return id
}

/** Pauses all sends of a campaign: messages in flight finish and are recorded, nothing new is taken. */
export async function pauseSend(tx: OrgTx, { campaignId }: { campaignId: string }): Promise<void> {
  for (const { id } of await moveSends(tx, campaignId, 'pause')) await clearJobs(tx, id)
}

/** Continues where the pause stopped; recipients that wait for an hour or a rate are checked again. */
export async function resumeSend(platform: Needs, tx: OrgTx, { campaignId }: { campaignId: string }): Promise<void> {
  for (const { id, status } of await moveSends(tx, campaignId, 'resume')) {
    await moveGuard(tx, id)
    await clearHourDelays(tx, id)
    await clearPaceDelays(tx, id)
    if (status === 'building') await platform.jobs.send(tx, buildJob, { orgId: tx.orgId, sendId: id })
    else if (!(await finishIfDone(platform, tx, id))) await queueChunks(platform, tx, id)
  }
}

/** Cancels all sends of a campaign for good; messages in flight finish and are recorded. */
export async function cancelSend(tx: OrgTx, { campaignId }: { campaignId: string }): Promise<void> {
  for (const { id } of await moveSends(tx, campaignId, 'cancel')) await clearJobs(tx, id)
}

/**
 * All drafts are written, and reviewed if required: sending begins, or begins with the resume if paused in the review.
 * False if the send waits for nothing.
 */
export async function releaseSend(platform: Needs, tx: OrgTx, { sendId }: { sendId: string }): Promise<boolean> {
  const facts = await readFacts(tx, sendId, { lock: true })
  if (!facts) return false
  const next = startsWithTest(facts.definition.ab) ? 'testing' : 'sending'
  if (facts.status === 'paused') return setPausedFrom(tx, sendId, 'review', next)
  if (!(await setSendStatus(tx, sendId, ['drafting', 'review'], next))) return false
  if (!(await finishIfDone(platform, tx, sendId))) await queueChunks(platform, tx, sendId)
  return true
}

/** True if only a part of the audience gets a message before the winner is known. */
export const startsWithTest = (ab: { testPercent: number } | null): boolean => ab !== null && ab.testPercent < 100

/** Whether a chunk waits for the winner: `build-send.ts` gives the even chunks to the test. */
export const isOfRemainder = (chunk: number): boolean => chunk % 2 === 1
