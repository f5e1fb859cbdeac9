import type { BundledNounName } from '@imperium/contract/bundles/bundles.ts'
import { sortedJson } from '../../platform/text/sorted-json.ts'
import { nouns } from './nouns/index.ts'
import type { BundledNoun, BundledObject, Worker } from './nouns/bundled-noun.ts'
import { toNames } from './references.ts'

/** An object of the organization as a bundle would have it. */
export interface Held {
  id: string
  content: unknown
}

/** The organization as code, by noun and name. */
export type Snapshot = ReadonlyMap<BundledNounName, ReadonlyMap<string, Held>>

export const isSame = (a: unknown, b: unknown): boolean => sortedJson(a) === sortedJson(b)

/** Names of objects in the order in which they were made: a later one with a name that is taken gets a number. */
function keysOf(objects: readonly BundledObject[]): Map<string, BundledObject> {
  const keys = new Map<string, BundledObject>()
  // The next number of each name: thousands may have the same.
  const next = new Map<string, number>()
  for (const object of objects.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    let key = object.name
    let n = next.get(object.name) ?? 2
    for (; keys.has(key); n++) key = `${object.name} #${n}`
    next.set(object.name, n)
    keys.set(key, object)
  }
  return keys
}

/** Everything that bundles have and the caller may read. */
export async function takeSnapshot(worker: Worker): Promise<Snapshot> {
  const lists = new Map<BundledNoun, Map<string, BundledObject>>()
  for (const noun of nouns) if (worker.context.may(noun.read)) lists.set(noun, keysOf(await noun.list(worker)))
  const bundled = new Map(
    [...lists].flatMap(([{ noun }, objects]) => [...objects].map(([name, { id }]) => [id, { kind: noun, name }] as const)),
  )
  const snapshot = new Map<BundledNounName, Map<string, Held>>()
  for (const [{ noun }, objects] of lists) {
    const contents = await worker.context.inOrg((tx) =>
      toNames(
        tx,
        [...objects.values()].map(({ content }) => content),
        bundled,
      ),
    )
    snapshot.set(noun, new Map([...objects].map(([name, { id }], at) => [name, { id, content: contents[at] }])))
  }
  return snapshot
}

export const heldIn = (snapshot: Snapshot, noun: BundledNounName, name: string): Held | undefined => snapshot.get(noun)?.get(name)
