import type { Bundle } from '@imperium/contract/bundles/bundles.ts'
import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import { fileNameOf, sortedJson } from '../../platform/text/sorted-json.ts'
import type { Worker } from './nouns/bundled-noun.ts'
import { isSame, takeSnapshot } from './snapshot.ts'
import type { Held } from './snapshot.ts'
import { listWaiting } from './waiting-store.ts'
import type { Waiting } from './waiting-store.ts'

/** What an object is in the bundle: as it is here, or as it was asked for while it waits for something. Undefined: it is not in it. */
function shown(held: Held | undefined, waiting: Waiting | undefined): unknown {
  if (!waiting) return held?.content
  if (!held) return waiting.applied === null ? waiting.wanted : undefined
  return isSame(held.content, waiting.applied) ? waiting.wanted : held.content
}

export async function readBundle(worker: Worker): Promise<Bundle> {
  const snapshot = await takeSnapshot(worker)
  const waiting = await worker.context.inOrg(listWaiting)
  const objectsOf = ([noun, held]: [string, ReadonlyMap<string, Held>]) => {
    const asked = new Map(waiting.filter((each) => each.noun === noun).map((each) => [each.name, each]))
    const names = [...new Set([...held.keys(), ...asked.keys()])]
    const all = names.map((name) => [name, shown(held.get(name), asked.get(name))] as const)
    return [noun, Object.fromEntries(all.filter(([, content]) => content !== undefined))] as const
  }
  return { format: 'organization-bundle', formatVersion: 1, nouns: Object.fromEntries([...snapshot].map(objectsOf)) }
}

/** The same organization is the same bytes. */
export async function exportBundle(worker: Worker): Promise<FileResponse> {
  return { content: sortedJson(await readBundle(worker)), fileName: `${fileNameOf(worker.context.org.slug)}.organization.json` }
}
