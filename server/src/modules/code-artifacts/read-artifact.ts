import { createHash } from 'node:crypto'
import { artifactLimits } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { ArtifactType, ArtifactVersion, CodeArtifact, SyntaxFault } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { found } from '../../platform/resources/checks.ts'
import { listMemberIds } from '../organizations/index.ts'
import { listDeployments } from './deploy/deployments-store.ts'
import { listSecrets } from './deploy/secrets-store.ts'
import { listComments, listReviews } from './reviews-store.ts'
import { findArtifact, findVersion, listVersions, toRow } from './store.ts'
import type { ArtifactRow } from './store.ts'

/** Code and tests are hashed apart, so that moving text from one to the other is another hash. */
export const hashOf = (code: string, tests: string): string =>
  createHash('sha256').update(`${code.length}\n${code}\n${tests}`).digest('hex')

/** What a deployment of this type does. */
export function placeOfType(type: ArtifactType): CodeArtifact['place'] {
  if (type === 'utility_function' || type === 'service_class') return 'tool'
  if (type === 'api_endpoint') return 'webhook'
  if (type === 'database_migration') return 'entity'
  if (type === 'configuration') return 'config'
  return type === 'documentation' ? 'article' : 'record'
}

/** Whether a member may review a version: not its author, unless an owner is alone in the organization. */
export async function mayReview(
  { tx, caller, role, may }: Pick<OrgContext, 'tx' | 'caller' | 'role' | 'may'>,
  row: Pick<ArtifactRow, 'status' | 'syntax_valid'>,
  authorId: string | null,
): Promise<{ answer: CodeArtifact['mayReview']; isOwn: boolean }> {
  if (!may('code-artifacts:write')) return { answer: 'role', isOwn: false }
  if (!row.syntax_valid || !['generated', 'reviewed'].includes(row.status)) return { answer: 'state', isOwn: false }
  if (authorId !== caller.userId) return { answer: 'yes', isOwn: false }
  const isAlone = role === 'OWNER' && (await listMemberIds(tx)).length === 1
  return { answer: isAlone ? 'yes' : 'author', isOwn: isAlone }
}

function testRunOf(row: ArtifactRow): CodeArtifact['testRun'] {
  if (row.test_version === null || row.tested_at === null) return null
  return {
    version: row.test_version,
    passed: row.test_passed ?? false,
    results: (row.test_results ?? []) as NonNullable<CodeArtifact['testRun']>['results'],
    message: row.test_message,
    ranAt: row.tested_at.toISOString(),
  }
}

/** @throws 404 */
export async function readArtifact(context: Omit<OrgContext, 'tx'>, tx: OrgTx, id: string): Promise<CodeArtifact> {
  const row = found(await findArtifact(tx, id))
  const version = found(await findVersion(tx, id, row.version))
  const versions = await listVersions(tx, id, artifactLimits.versions)
  const reviews = await listReviews(tx, id)
  const comments = await listComments(tx, id, artifactLimits.comments)
  const deployments = await listDeployments(tx, id)
  const secrets = await listSecrets(tx, id)
  const { answer } = await mayReview({ ...context, tx }, row, version.author_id)
  return {
    ...toRow({ ...row, in_review: row.review_wanted }),
    code: version.code,
    tests: version.tests,
    hash: version.hash,
    faults: version.faults as SyntaxFault[],
    authorId: version.author_id,
    mayReview: answer,
    place: placeOfType(row.artifact_type as ArtifactType),
    versions: versions.map((each) => ({
      version: each.version,
      hash: each.hash,
      authorName: each.author_name,
      syntaxValid: each.syntax_valid,
      createdAt: each.created_at.toISOString(),
    })),
    reviews: reviews.map((each) => ({
      id: each.id,
      version: each.version,
      decision: each.decision as 'approved' | 'changes_requested',
      reviewer: each.reviewer_name,
      note: each.note,
      isOwn: each.is_own,
      reviewedAt: each.created_at.toISOString(),
    })),
    comments: comments.map((each) => ({
      id: each.id,
      version: each.version,
      line: each.line,
      body: each.body,
      author: each.author_name,
      createdAt: each.created_at.toISOString(),
    })),
    secrets: secrets.map((each) => ({
      environment: each.environment as 'staging' | 'production',
      name: each.name,
      setBy: each.set_by_name,
      updatedAt: each.updated_at.toISOString(),
    })),
    testRun: testRunOf(row),
    deployments: deployments.map((each) => ({
      id: each.id,
      environment: each.environment as 'staging' | 'production',
      version: each.version,
      notes: each.notes,
      deployedBy: each.deployed_by_name,
      deployedAt: each.created_at.toISOString(),
      isCurrent: each.is_current,
      isRollback: each.is_rollback,
    })),
  }
}

/** @throws 404 */
export async function readVersion(tx: OrgTx, id: string, version: number): Promise<ArtifactVersion> {
  const row = found(await findVersion(tx, id, version))
  return {
    version: row.version,
    hash: row.hash,
    code: row.code,
    tests: row.tests,
    authorName: row.author_name,
    createdAt: row.created_at.toISOString(),
    faults: row.faults as SyntaxFault[],
  }
}
