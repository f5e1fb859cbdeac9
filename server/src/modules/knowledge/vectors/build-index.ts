import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import { LeaseRunner } from '../../../platform/leases/lease-runner.ts'
import { writeLeased } from '../../../platform/leases/lease-store.ts'
import type { Claimed } from '../../../platform/leases/lease-store.ts'
import { LeaseLostError } from '../../../platform/leases/lease-table.ts'
import { ModelError } from '../../../platform/llm/model-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { calibrationPassages, calibrationQuestions, measureScale } from './calibrate.ts'
import { embedTexts } from './embed-questions.ts'
import { activate, countVectors, hasFailed, indexLeases, isAtWork, isComplete, isMeasured, waits } from './indexes-store.ts'
import type { ClaimedIndex } from './indexes-store.ts'
import { embeddedText } from './product-vectors.ts'
import { quantize, toUnit } from './quantize.ts'
import type { Scale } from './quantize.ts'
import { listMissing, writeVectors } from './vectors-store.ts'
import type { MissingPassage, Place, WrittenVector } from './vectors-store.ts'

/** Organizations at a time; the offline model has one thread for all. */
const slots = 4
const retryMs = 10_000
/** Passages of one call, and of one transaction. */
const batches = { offline: 8, model: 64 } as const
/** After this time another organization has its turn. */
const turnMs = 20_000
/** A batch that another transaction holds is tried again. */
const heldMs = 1_000
const [leastWaitMs, mostWaitMs] = [5_000, 15 * 60_000]
/** A budget that is used up is looked at again. */
const budgetWaitMs = 60 * 60_000

const indexSentences = {
  useless: 'This model does not tell related texts from unrelated ones. Choose another model.',
  length: 'The model changed the length of its vectors. Index the knowledge base again.',
}

type Item = Claimed<{ id: 'uuid' }, ClaimedIndex>

/** What embedding cannot get over by trying again. */
class IndexError extends Error {
  readonly text: string
  constructor(text: string) {
    super(text)
    this.name = 'IndexError'
    this.text = text
  }
}

interface Work {
  platform: Platform
  item: Item
  handle: LeaseHandle
  signal: AbortSignal
  inOrg: <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>
}

/** The scale of the model, measured once for each index; that of the offline model is known. Returns the length of its vectors. */
async function measure({ platform, item, signal, inOrg }: Work): Promise<number> {
  const { row } = item
  if (row.dimensions !== null) return row.dimensions
  let { scale, dimensions }: { scale: Scale | null; dimensions: number } = platform.offlineEmbedder
  if (row.embedding === 'model') {
    const questions = await embedTexts(platform, inOrg, row, { texts: calibrationQuestions, kind: 'query', signal })
    const replies = await embedTexts(platform, inOrg, row, { texts: calibrationPassages, kind: 'passage', signal })
    scale = measureScale(questions, replies)
    dimensions = replies[0]?.length ?? 0
  }
  const measured = scale
  if (!measured) throw new IndexError(indexSentences.useless)
  await inOrg((tx) => writeLeased(tx, indexLeases, item, isMeasured(measured, dimensions)))
  return dimensions
}

/** Embeds a batch and writes it behind the fence, so that a worker that lost the index writes nothing. Returns how many were written. */
async function embedBatch(work: Work, passages: readonly MissingPassage[], dimensions: number): Promise<number> {
  const { platform, item, signal, inOrg } = work
  const texts = passages.map((passage) => embeddedText(passage))
  const vectors = await embedTexts(platform, inOrg, item.row, { texts, kind: 'passage', signal })
  if (vectors.some(({ length }) => length !== dimensions)) throw new IndexError(indexSentences.length)
  const written = passages.map(({ kind, id, position, stamp }, index): WrittenVector => {
    // A text without meaning to the model is similar to nothing.
    const unit = toUnit(vectors[index] ?? [])
    return { kind, id, position, stamp, ...quantize(unit ?? new Float32Array(dimensions)) }
  })
  return inOrg(async (tx) => {
    await writeLeased(tx, indexLeases, item, isAtWork)
    return writeVectors(tx, item.key.id, written)
  })
}

/** One turn at an index. Returns when it goes on, or nothing when it is complete. */
async function buildIndex(work: Work): Promise<number | void> {
  const { platform, item, handle, signal, inOrg } = work
  const { key, row } = item
  const index = { id: key.id, embedding: row.embedding }
  const dimensions = await measure(work)
  const until = performance.now() + turnMs
  let after: Place | null = null
  for (;;) {
    signal.throwIfAborted()
    if (handle.isAtRest) return 0
    const place: Place | null = after
    const passages: MissingPassage[] = await inOrg((tx) => listMissing(tx, index, place, batches[row.embedding]))
    const last = passages.at(-1)
    if (last) {
      if ((await embedBatch(work, passages, dimensions)) === 0) return heldMs
      after = last
      if (performance.now() > until) return 0
      continue
    }
    // The end of a pass: complete if it was a whole one and nothing came meanwhile.
    if (after === null) break
    after = null
  }
  await inOrg(async (tx) => {
    const { done } = await countVectors(tx, index)
    await writeLeased(tx, indexLeases, item, isComplete(done, platform.clock.now()))
    if (!row.is_active) await activate(tx, key.id)
  })
}

const waitOf = (attempts: number) => Math.min(mostWaitMs, leastWaitMs * 2 ** attempts)

/** What a failure makes of the index: it waits for a provider or a budget, or fails and says what to do. @throws any other error. */
function resultOf(error: unknown, { attempts }: ClaimedIndex) {
  if (error instanceof IndexError) return hasFailed(error.text)
  if (error instanceof ModelError)
    return error.retryable ? waits(error.publicMessage, error.retryAfterMs ?? waitOf(attempts)) : hasFailed(error.publicMessage)
  if (!(error instanceof AppError)) throw error
  return error.status === 503 ? waits(error.text, waitOf(attempts)) : waits(error.text, budgetWaitMs)
}

async function runIndex(platform: Platform, item: Item, handle: LeaseHandle): Promise<number | void> {
  const { signal } = handle
  const inOrg: Work['inOrg'] = (work) => platform.db.withOrg(item.orgId, work)
  try {
    return await buildIndex({ platform, item, handle, signal, inOrg })
  } catch (error) {
    if (error instanceof LeaseLostError) return
    // Handed back: the next worker goes on.
    signal.throwIfAborted()
    const result = resultOf(error, item.row)
    await inOrg((tx) => writeLeased(tx, indexLeases, item, result)).catch((lost: unknown) => {
      if (!(lost instanceof LeaseLostError)) throw lost
    })
  }
}

/** Embeds passages in the background: new ones, and all of them for a new model. */
export function startIndexBuilder(platform: Platform): { stop: (graceMs: number) => Promise<void> } {
  const runner = new LeaseRunner({
    platform,
    table: indexLeases,
    slots,
    perOrganization: 1,
    retryMs,
    run: (item, handle) => runIndex(platform, item, handle),
  })
  runner.begin()
  return { stop: (graceMs) => runner.stop(graceMs) }
}
