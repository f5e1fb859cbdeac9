import type { CreateArticleBody, UpdateArticleBody } from '@imperium/contract/knowledge.ts'
import { invalid } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, found, nextStamp } from '../../platform/resources/checks.ts'
import { withoutUndefined } from '../../platform/resources/without-undefined.ts'
import { assertCollection } from './collections-store.ts'
import { queueRendering } from './help-center/render-article.ts'
import { indexArticle } from './passages-store.ts'
import { closeQuestion } from './questions-store.ts'
import { wantVectors } from './vectors/indexes-store.ts'
import { deleteArticle, deleteReads, dropOldVersions, insertArticle, insertVersion, lockArticle, readVersion, setArticle } from './store.ts'

/** Returns the new article's id. @throws 422 when it is for roles and names none. */
export async function createArticle(platform: Platform, { tx, audit, caller }: OrgContext, body: CreateArticleBody): Promise<string> {
  const { status, answers, collectionId, ...content } = body
  assertReaders(content)
  await assertCollection(tx, collectionId)
  const id = newId()
  const isPublished = status === 'PUBLISHED'
  await insertArticle(tx, id, caller.userId, { ...content, collection_id: collectionId, published_version: isPublished ? 1 : null })
  if (answers) await closeQuestion(tx, answers, 'answered')
  await insertVersion(tx, { article_id: id, version: 1, ...textOf(content), author_id: caller.userId })
  if (isPublished) {
    await indexArticle(tx, id, content)
    await wantVectors(tx, platform.offlineEmbedder.model)
    if (content.visibility === 'public') await queueRendering(platform, tx, id)
  }
  audit({ targetId: id, targetName: content.title, after: { ...content, collectionId, status } })
  return id
}

/**
 * Saves a new version when the text changes. `status` publishes it or takes the article back; without one, readers keep what they see.
 * @throws 404; 409 for a stale write; 422 when it is for roles and names none.
 */
export async function updateArticle(
  platform: Platform,
  { tx, audit, caller }: OrgContext,
  id: string,
  { updatedAt, status, collectionId, ...change }: UpdateArticleBody,
): Promise<void> {
  const row = found(await lockArticle(tx, id))
  assertFresh(row, updatedAt)
  await assertCollection(tx, collectionId)
  const given = withoutUndefined({ ...change, collection_id: collectionId })
  const content = { ...row, ...given }
  assertReaders(content)
  const text = textOf(content)
  const isNewText = text.title !== row.title || text.excerpt !== row.excerpt || text.body !== row.body
  const version = isNewText ? row.version + 1 : row.version
  const publishedVersion = status === 'PUBLISHED' ? version : status === 'DRAFT' ? null : row.published_version
  if (isNewText) await insertVersion(tx, { article_id: id, version, ...text, author_id: caller.userId })
  const stamp = nextStamp(row, platform.clock.now())
  await setArticle(tx, id, { ...given, version, published_version: publishedVersion, updated_at: stamp })
  await dropOldVersions(tx, id, version, publishedVersion)
  if (publishedVersion === null) await indexArticle(tx, id, null)
  // Another language has other words: what readers see is indexed again.
  else if (status === 'PUBLISHED' || content.language !== row.language) {
    const shown = publishedVersion === version ? text : await readVersion(tx, id, publishedVersion)
    await indexArticle(tx, id, { ...shown, language: content.language })
    await wantVectors(tx, platform.offlineEmbedder.model)
  }
  const isShownAnew = status === 'PUBLISHED' || row.visibility !== 'public'
  if (publishedVersion !== null && content.visibility === 'public' && isShownAnew) await queueRendering(platform, tx, id)
  const before = {
    title: row.title,
    version: row.version,
    publishedVersion: row.published_version,
    visibility: row.visibility,
    collectionId: row.collection_id,
  }
  audit({
    targetId: id,
    targetName: content.title,
    before,
    after: { title: content.title, version, publishedVersion, visibility: content.visibility, collectionId: content.collection_id },
  })
}

/** @throws 404. */
export async function removeArticle({ tx, audit }: OrgContext, id: string): Promise<null> {
  const gone = found(await deleteArticle(tx, id))
  await deleteReads(tx, id)
  audit({ targetName: gone.title, before: gone })
  return null
}

const textOf = ({ title, excerpt, body }: { title: string; excerpt: string; body: string }) => ({ title, excerpt, body })

function assertReaders({ visibility, roles }: { visibility: string; roles: readonly string[] }): void {
  if (visibility === 'roles' && roles.length === 0) throw invalid([{ path: 'roles', message: 'Select at least one role' }])
}
