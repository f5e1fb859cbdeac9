import { playgroundLimits } from '@imperium/contract/api-playground.ts'
import type { ChangeRequestBody, SaveRequestBody, SavedRequest } from '@imperium/contract/api-playground.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, found, nextStamp } from '../../platform/resources/checks.ts'
import { withoutUndefined } from '../../platform/resources/without-undefined.ts'
import { lockCollection } from './collection-store.ts'
import { withoutSecretsInBody, withoutSecretsInPath, withoutSecretsInRows, withoutSecretsInValues } from './remove-secrets.ts'
import { countRequests, deleteRequest, insertRequest, lockRequest, setRequest, toSavedRequest } from './request-store.ts'

/** @throws 404 for an unknown collection; 409 for one request too many in it. */
export async function saveRequest({ tx, actor, audit }: OrgContext, body: SaveRequestBody): Promise<SavedRequest> {
  await assertBelowLimit(tx, body.collectionId)
  const id = newId()
  const saved = toSavedRequest(await insertRequest(tx, id, withoutSecrets(body), actor.name))
  audit({ targetId: id, targetName: saved.name, after: { method: saved.method, path: saved.path } })
  return saved
}

/** @throws 404; 409 for a stale write, and for one request too many in the collection it moves to. */
export async function changeRequest(
  { clock }: Platform,
  { tx, audit }: OrgContext,
  id: string,
  { updatedAt, ...change }: ChangeRequestBody,
): Promise<SavedRequest> {
  const row = found(await lockRequest(tx, id))
  assertFresh(row, updatedAt)
  const before = toSavedRequest(row)
  if (change.collectionId !== undefined && change.collectionId !== before.collectionId) await assertBelowLimit(tx, change.collectionId)
  const { name, method, path, pathValues, query, headers, body, collectionId } = before
  const known = { name, method, path, pathValues, query, headers, body, collectionId }
  const given = withoutUndefined(change)
  const saved = toSavedRequest(await setRequest(tx, id, withoutSecrets({ ...known, ...given }), nextStamp(row, clock.now())))
  audit({ targetName: saved.name, before: { name, method, path }, after: { name: saved.name, method: saved.method, path: saved.path } })
  return saved
}

/** @throws 404. */
export async function removeRequest({ tx, audit }: OrgContext, id: string): Promise<null> {
  const { name } = found(await deleteRequest(tx, id))
  audit({ targetName: name, before: { name } })
  return null
}

async function assertBelowLimit(tx: OrgTx, collectionId: string): Promise<void> {
  found(await lockCollection(tx, collectionId))
  const { requestsPerCollection: max } = playgroundLimits
  if ((await countRequests(tx, collectionId)) >= max) throw conflict(message('A collection has at most {max} requests.', { max }))
}

/** Saved requests are shared: no secret may stay in them. */
const withoutSecrets = (request: SaveRequestBody): SaveRequestBody => ({
  ...request,
  path: withoutSecretsInPath(request.path),
  pathValues: withoutSecretsInValues(request.pathValues),
  query: withoutSecretsInRows(request.query),
  headers: withoutSecretsInRows(request.headers),
  body: withoutSecretsInBody(request.body),
})
