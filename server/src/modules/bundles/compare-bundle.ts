import type { Bundle, BundleComparison, BundleDifference } from '@imperium/contract/bundles/bundles.ts'
import { differingValues } from './differing-values.ts'
import type { Worker } from './nouns/bundled-noun.ts'
import { isUnresolved, namesIn, toIds } from './references.ts'
import { heldIn, isSame, takeSnapshot } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'
import { wantedObjects } from './wanted-objects.ts'
import type { Wanted } from './wanted-objects.ts'

/** What the object will be: as the bundle says, with what of it stays here. */
export const effective = ({ noun, content }: Wanted, here: unknown): unknown =>
  here !== undefined && noun.keep ? noun.keep(content, here) : content

interface Resolved {
  /** With ids in the place of names; null: it cannot be, as long as something that it names is not here. */
  body: unknown
  missing: string[]
}

/** What of a content is possible here. */
export async function resolve(worker: Worker, { noun }: Wanted, content: unknown, idOf: Parameters<typeof toIds>[2]): Promise<Resolved> {
  const body = await worker.context.inOrg((tx) => toIds(tx, content, idOf))
  const missing = namesIn(body)
  if (missing.length === 0) return { body, missing }
  return { body: noun.without?.(body, isUnresolved) ?? null, missing }
}

/** The nouns of a bundle that the caller may change, and the others. */
export function splitByRight({ context }: Worker, wanted: readonly Wanted[]): { allowed: Wanted[]; refused: BundleComparison['refused'] } {
  const mayChange = ({ noun }: Wanted) => context.may(noun.read) && context.may(noun.write)
  const refused = new Set(wanted.filter((each) => !mayChange(each)).map(({ noun }) => noun.noun))
  return { allowed: wanted.filter(mayChange), refused: [...refused] }
}

async function compareOne(worker: Worker, wanted: Wanted, snapshot: Snapshot, all: ReadonlySet<string>): Promise<BundleDifference> {
  const held = heldIn(snapshot, wanted.noun.noun, wanted.name)
  const content = effective(wanted, held?.content)
  const about = { noun: wanted.noun.noun, name: wanted.name, reason: null }
  if (held && isSame(content, held.content)) return { ...about, change: 'same', values: [], missing: [] }
  const willBe = ({ kind, name }: { kind: string; name: string }) => (all.has(`${kind}/${name}`) ? 'made by this bundle' : undefined)
  const idOf = (named: { kind: string; name: string }) => heldIn(snapshot, named.kind as never, named.name)?.id ?? willBe(named)
  const { body, missing } = await resolve(worker, wanted, content, idOf)
  const values = differingValues(held?.content, content)
  if (body === null) return { ...about, change: 'wait', values, missing }
  return { ...about, change: held ? 'update' : 'create', values, missing }
}

/** What applying it would change; nothing is changed. @throws 422 */
export async function compareBundle(worker: Worker, bundle: Bundle): Promise<BundleComparison> {
  const { allowed, refused } = splitByRight(worker, wantedObjects(bundle))
  const snapshot = await takeSnapshot(worker)
  // A content may name a million objects.
  const all = new Set(allowed.map(({ noun, name }) => `${noun.noun}/${name}`))
  const differences = []
  for (const wanted of allowed) differences.push(await compareOne(worker, wanted, snapshot, all))
  return { differences, refused }
}
