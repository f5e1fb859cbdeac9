import type { CreateSourceBody, UpdateSourceBody } from '@imperium/contract/knowledge/knowledge-sources.ts'
import { sourceLimits } from '@imperium/contract/knowledge/knowledge-sources.ts'
import { EgressError } from '../../../platform/http-out/egress-error.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { announceDue } from '../../../platform/leases/lease-store.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fieldConflict, found } from '../../../platform/resources/checks.ts'
import { assertCollection } from '../collections-store.ts'
import { deleteDocument, documentLeases, queueDocument } from '../documents/documents-store.ts'
import { followSource } from './pages-store.ts'
import {
  countSources,
  deleteSource,
  findSource,
  insertSource,
  lockPageSettings,
  queueSource,
  setSource,
  sourceLeases,
} from './sources-store.ts'

/** @throws 422 for an address that may not be called, 409 for one that is there already or when there are too many. */
export async function createSource(platform: Platform, { tx, caller, audit }: OrgContext, body: CreateSourceBody): Promise<string> {
  const url = new URL(body.url)
  url.hash = ''
  try {
    await platform.httpOut.checkUrl(url.href)
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    throw invalid([{ path: 'url', message: error.publicMessage }])
  }
  await assertCollection(tx, body.collectionId)
  const { count, isKnown } = await countSources(tx, url.href)
  if (isKnown) throw fieldConflict('url', 'This address is a source already')
  if (count >= sourceLimits.sources) throw conflict('There are too many sources. Delete one first.')
  const id = newId()
  await insertSource(tx, id, { ...body, url: url.href }, caller.userId)
  await announceDue(tx, sourceLeases)
  audit({ targetId: id, targetName: url.href, after: { kind: body.kind, schedule: body.schedule, visibility: body.visibility } })
  return id
}

/** The documents of its pages follow, in the same transaction. @throws 404, 422. */
export async function updateSource({ clock }: Platform, { tx, audit }: OrgContext, id: string, change: UpdateSourceBody): Promise<void> {
  await assertCollection(tx, change.collectionId)
  const before = found(await lockPageSettings(tx, id))
  const { url, name, schedule } = found(await findSource(tx, id))
  await setSource(tx, id, change)
  const after = found(await lockPageSettings(tx, id))
  const at = clock.now()
  const reread = await followSource(tx, id, before, after, at)
  for (const document of reread) await queueDocument(tx, document, at)
  if (reread.length > 0) await announceDue(tx, documentLeases)
  await announceDue(tx, sourceLeases)
  audit({ targetId: id, targetName: url, before: { name, schedule, ...before }, after: { name, schedule, ...after, ...change } })
}

/** @throws 404; 409 while it is being read. */
export async function syncSourceNow({ tx, audit }: OrgContext, id: string): Promise<void> {
  const { url } = found(await findSource(tx, id))
  if (!(await queueSource(tx, id))) throw conflict('This source is being read now.')
  await announceDue(tx, sourceLeases)
  audit({ targetName: url })
}

/** Its documents and their passages go in the same transaction. @throws 404. */
export async function removeSource({ files }: Platform, { tx, audit }: OrgContext, id: string): Promise<null> {
  const { url, documentIds } = found(await deleteSource(tx, id))
  for (const documentId of documentIds) {
    const gone = await deleteDocument(tx, documentId)
    if (gone) await files.remove(tx, gone.file_id)
  }
  audit({ targetName: url, before: { url, documents: documentIds.length } })
  return null
}
