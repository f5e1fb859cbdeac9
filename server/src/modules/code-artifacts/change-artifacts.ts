import type { CodeArtifact, CreateArtifactBody, NewVersionBody } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { ArtifactLanguage } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, stale } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { fieldConflict, found, nextStamp } from '../../platform/resources/checks.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { isDeployed } from './deploy/deployments-store.ts'
import { hashOf, mayReview, readArtifact } from './read-artifact.ts'
import { insertComment, insertReview } from './reviews-store.ts'
import {
  deleteArtifact,
  findArtifact,
  findVersion,
  insertArtifact,
  insertVersion,
  isNameTaken,
  lockArtifact,
  setStatus,
  setVersion,
} from './store.ts'
import type { ArtifactRow, Author } from './store.ts'
import { askVerdict } from './verdict/ask-verdict.ts'

export type Waiting = Omit<OrgContext, 'tx'>

const authorOf = ({ caller, actor }: Pick<OrgContext, 'caller' | 'actor'>): Author => ({ id: caller.userId, name: actor.name })

/** Writes an artifact whose code was judged. @throws 409 when the name is taken */
export async function addArtifact(
  tx: OrgTx,
  body: CreateArtifactBody,
  faults: Awaited<ReturnType<typeof askVerdict>>,
  author: Author,
): Promise<string> {
  await lockNoun(tx, 'code-artifacts')
  if (await isNameTaken(tx, body.name)) throw fieldConflict('name', 'This name is already used')
  const id = newId()
  await insertArtifact(tx, { ...body, id, hash: hashOf(body.code, body.tests), faults, author })
  return id
}

export async function createArtifact(context: Waiting, body: CreateArtifactBody): Promise<CodeArtifact> {
  const faults = await askVerdict(context.org.id, body.language, body.code)
  return context.inOrg(async (tx) => {
    const id = await addArtifact(tx, body, faults, authorOf(context))
    const { name, artifactType, language } = body
    context.audit({ targetId: id, targetName: name, after: { name, artifactType, language, syntaxValid: faults.length === 0 } })
    return readArtifact(context, tx, id)
  })
}

/** @throws 404; 409 for a version that is not the newest, or whose code did not change */
export async function addVersion({ clock }: Platform, context: Waiting, id: string, body: NewVersionBody): Promise<CodeArtifact> {
  const { language } = await context.inOrg(async (tx) => found(await findArtifact(tx, id)))
  const faults = await askVerdict(context.org.id, language as ArtifactLanguage, body.code)
  return context.inOrg(async (tx) => {
    const row = await lockVersion(tx, id, body.version)
    const hash = hashOf(body.code, body.tests)
    const before = found(await findVersion(tx, id, row.version))
    if (before.hash === hash) throw conflict('The code is the same as before.')
    const version = row.version + 1
    await insertVersion(tx, id, version, { ...body, hash, faults, author: authorOf(context) })
    await setVersion(tx, id, version, { faults, reasoning: body.reasoning ?? row.reasoning }, nextStamp(row, clock.now()))
    context.audit({ targetId: id, targetName: row.name, before: { hash: before.hash }, after: { version, hash } })
    return readArtifact(context, tx, id)
  })
}

/** @throws 404; 409 when there is a newer version than the caller read */
export async function lockVersion(tx: OrgTx, id: string, version: number): Promise<ArtifactRow> {
  const row = found(await lockArtifact(tx, id))
  if (row.version !== version) throw stale()
  return row
}

/** @throws 404, 409 */
export async function requestReview({ clock }: Platform, context: OrgContext, id: string, version: number): Promise<CodeArtifact> {
  const { tx, audit } = context
  const row = await lockVersion(tx, id, version)
  if (!row.syntax_valid) throw conflict('Correct the syntax errors first.')
  if (!['generated', 'reviewed'].includes(row.status)) throw conflict('This version is not waiting for a review.')
  await setStatus(tx, id, { review_wanted: true }, nextStamp(row, clock.now()))
  audit({ targetId: id, targetName: row.name, after: { version } })
  return readArtifact(context, tx, id)
}

const refusals = {
  author: 'Another person reviews what you wrote.',
  role: 'Your role can view code artifacts, but not change them',
  state: 'This version is not waiting for a review.',
} as const

interface Review {
  version: number
  decision: 'approved' | 'changes_requested'
  note: string
}

/** @throws 404; 409 for a newer version, an own one, and one that is not open */
export async function reviewArtifact(
  { clock }: Platform,
  context: OrgContext,
  id: string,
  { version, decision, note }: Review,
): Promise<CodeArtifact> {
  const { tx, caller, actor, audit } = context
  const row = await lockVersion(tx, id, version)
  const { author_id: authorId, hash } = found(await findVersion(tx, id, version))
  const { answer, isOwn } = await mayReview(context, row, authorId)
  if (answer !== 'yes') throw conflict(refusals[answer])
  if (decision === 'approved' && row.test_version === version && row.test_passed === false)
    throw conflict('The tests of this version failed.')
  await insertReview(tx, { artifactId: id, version, decision, note, isOwn, by: { id: caller.userId, name: actor.name } })
  await setStatus(tx, id, { status: decision === 'approved' ? 'approved' : 'reviewed', review_wanted: false }, nextStamp(row, clock.now()))
  audit({ targetId: id, targetName: row.name, after: { version, hash, decision, isOwn } })
  return readArtifact(context, tx, id)
}

/** @throws 404; 409 for a newer version; 422 for a line that is not there */
export async function commentOn(
  context: OrgContext,
  id: string,
  comment: { version: number; line: number; body: string },
): Promise<CodeArtifact> {
  const { tx, caller, actor, audit } = context
  const row = await lockVersion(tx, id, comment.version)
  const { code } = found(await findVersion(tx, id, comment.version))
  if (comment.line > code.split('\n').length) throw conflict('There is no such line.')
  await insertComment(tx, { ...comment, artifactId: id, by: { id: caller.userId, name: actor.name } })
  audit({ targetId: id, targetName: row.name, after: { version: comment.version, line: comment.line } })
  return readArtifact(context, tx, id)
}

/** @throws 404; 409 while it is deployed */
export async function removeArtifact({ tx, audit }: OrgContext, id: string): Promise<null> {
  const row = found(await lockArtifact(tx, id))
  if (await isDeployed(tx, id)) throw conflict('It is deployed. Deploy or roll back to another one first, or keep it.')
  await deleteArtifact(tx, id)
  audit({ targetId: id, targetName: row.name })
  return null
}
