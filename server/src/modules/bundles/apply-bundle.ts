import type { Bundle, BundleComparison, BundleDifference } from '@imperium/contract/bundles/bundles.ts'
import { textOf, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { AppError } from '../../platform/errors.ts'
import { compareBundle, effective, resolve, splitByRight } from './compare-bundle.ts'
import type { Worker } from './nouns/bundled-noun.ts'
import { heldIn, isSame, takeSnapshot } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'
import { deleteWaiting, putWaiting } from './waiting-store.ts'
import { wantedObjects } from './wanted-objects.ts'
import type { Wanted } from './wanted-objects.ts'

type Reasons = Map<Wanted, Text>

/** Refusals of an operation are said with the object; anything else is a fault of ours. */
function reasonOf(error: unknown): Text {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  const [field] = error.errors ?? []
  return field ? textOf(field) : error.text
}

/** Creates what is not here, or changes what differs. */
async function work(worker: Worker, wanted: Wanted, snapshot: Snapshot, reasons: Reasons): Promise<void> {
  const held = heldIn(snapshot, wanted.noun.noun, wanted.name)
  const content = effective(wanted, held?.content)
  if (held && isSame(content, held.content)) return
  const idOf = ({ kind, name }: { kind: string; name: string }) => heldIn(snapshot, kind as never, name)?.id
  const { body } = await resolve(worker, wanted, content, idOf)
  if (body === null) return
  reasons.delete(wanted)
  try {
    await (held ? wanted.noun.update(worker, held.id, body) : wanted.noun.create(worker, body))
  } catch (error) {
    reasons.set(wanted, reasonOf(error))
  }
}

/** Keeps what could not become as it was asked for, and forgets what did. */
async function settle(worker: Worker, wanted: Wanted, snapshot: Snapshot): Promise<boolean> {
  const { noun, name, content } = wanted
  const held = heldIn(snapshot, noun.noun, name)
  const isDone = held !== undefined && isSame(effective(wanted, held.content), held.content)
  await worker.context.inOrg((tx) =>
    isDone
      ? deleteWaiting(tx, noun.noun, name)
      : putWaiting(tx, { noun: noun.noun, name, wanted: content, applied: held?.content ?? null }),
  )
  return isDone
}

/**
 * Applies a bundle in the caller's name, by the operations that pages use. First everything is created, noun by noun, then what names something
 * that was created later is changed. What the bundle does not name stays as it is. A repeat goes on where this one was interrupted. @throws 422
 */
export async function applyBundle(worker: Worker, bundle: Bundle): Promise<BundleComparison> {
  const before = await compareBundle(worker, bundle)
  const { allowed } = splitByRight(worker, wantedObjects(bundle))
  const reasons: Reasons = new Map()
  for (const noun of new Set(allowed.map((each) => each.noun))) {
    const snapshot = await takeSnapshot(worker)
    const ofNoun = allowed.filter((each) => each.noun === noun)
    for (const wanted of ofNoun) await work(worker, wanted, snapshot, reasons)
  }
  const made = await takeSnapshot(worker)
  for (const wanted of allowed) await work(worker, wanted, made, reasons)
  const after = await takeSnapshot(worker)
  const differences: BundleDifference[] = []
  for (const [at, wanted] of allowed.entries()) {
    const was = before.differences[at]
    if (!was) continue
    const isDone = await settle(worker, wanted, after)
    const reason = reasons.get(wanted)
    const told = reason ? worded(reason) : null
    differences.push(isDone ? was : { ...was, change: 'wait', reason: told })
  }
  worker.context.audit({ targetName: worker.context.org.name, after: countChanges(differences) })
  return { ...before, differences }
}

const countChanges = (differences: readonly BundleDifference[]) =>
  Object.fromEntries(
    (['create', 'update', 'wait'] as const).map((change) => [change, differences.filter((each) => each.change === change).length]),
  )
