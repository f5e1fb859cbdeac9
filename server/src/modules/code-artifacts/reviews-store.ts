import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

export interface NewReview {
  artifactId: string
  version: number
  decision: 'approved' | 'changes_requested'
  note: string
  isOwn: boolean
  by: { id: string; name: string }
}

export async function insertReview(tx: OrgTx, { artifactId, version, decision, note, isOwn, by }: NewReview): Promise<void> {
  await tx
    .insertInto('code_artifact_reviews')
    .values({
      org_id: tx.orgId,
      id: newId(),
      artifact_id: artifactId,
      version,
      decision,
      note,
      is_own: isOwn,
      reviewer_id: by.id,
      reviewer_name: by.name,
    })
    .execute()
}

export const listReviews = (tx: OrgTx, artifactId: string) =>
  tx.selectFrom('code_artifact_reviews').selectAll().where('artifact_id', '=', artifactId).orderBy('id', 'desc').limit(100).execute()

export interface NewComment {
  artifactId: string
  version: number
  line: number
  body: string
  by: { id: string; name: string }
}

export async function insertComment(tx: OrgTx, { artifactId, version, line, body, by }: NewComment): Promise<void> {
  await tx
    .insertInto('code_artifact_comments')
    .values({ org_id: tx.orgId, id: newId(), artifact_id: artifactId, version, line, body, author_id: by.id, author_name: by.name })
    .execute()
}

export const listComments = (tx: OrgTx, artifactId: string, most: number) =>
  tx.selectFrom('code_artifact_comments').selectAll().where('artifact_id', '=', artifactId).orderBy('id').limit(most).execute()
