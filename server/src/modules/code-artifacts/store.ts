import { sql } from 'kysely'
import { CodeArtifactRow } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { ArtifactLanguage, ArtifactType, SyntaxFault, TestResult } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { CodeArtifactStats } from '@imperium/contract/code-artifacts/code-artifacts.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { listPage, newestFirst } from '../../platform/resources/read-page.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'

const columns = [
  'id',
  'name',
  'artifact_type',
  'language',
  'framework',
  'status',
  'review_wanted as in_review',
  'version',
  'syntax_valid',
  'reasoning',
  'agent_name',
  'author_name',
  'created_at',
  'updated_at',
] as const

export const toRow = replyOf(CodeArtifactRow)

interface Filter {
  q?: string | undefined
  status: string
  type: string
}

/** By a part of the name or of the reasoning. */
export const artifactPage = listPage(newestFirst('id'), (tx, { q, status, type }: Filter) =>
  tx
    .selectFrom('code_artifacts')
    .select(columns)
    .$if(status !== 'all', (query) => query.where('status', '=', status))
    .$if(type !== 'all', (query) => query.where('artifact_type', '=', type))
    .$if(Boolean(q), (query) =>
      query.where((where) => where.or([where('name', 'ilike', likePattern(q ?? '')), where('reasoning', 'ilike', likePattern(q ?? ''))])),
    ),
)

export async function countArtifacts(tx: OrgTx): Promise<CodeArtifactStats> {
  const { rows } = await sql<CodeArtifactStats>`
    select count(*)::int as total, (count(*) filter (where status = 'deployed'))::int as deployed,
      (count(*) filter (where status = 'approved'))::int as approved,
      (count(*) filter (where status = 'generated' or (status = 'reviewed' and review_wanted)))::int as "inReview",
      (count(*) filter (where syntax_valid))::int as "syntaxValid"
    from app.code_artifacts`.execute(tx)
  return rows[0] ?? { total: 0, deployed: 0, approved: 0, inReview: 0, syntaxValid: 0 }
}

const selectArtifact = (tx: OrgTx, id: string) => tx.selectFrom('code_artifacts').selectAll().where('id', '=', id)
export const findArtifact = (tx: OrgTx, id: string) => selectArtifact(tx, id).executeTakeFirst()
export type ArtifactRow = NonNullable<Awaited<ReturnType<typeof findArtifact>>>
/** Locked until the transaction ends. */
export const lockArtifact = (tx: OrgTx, id: string) => selectArtifact(tx, id).forUpdate().executeTakeFirst()

export const isNameTaken = async (tx: OrgTx, name: string): Promise<boolean> =>
  (await tx
    .selectFrom('code_artifacts')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()) !== undefined

export interface Author {
  id: string | null
  name: string
  /** Set for an agent: its run wrote this. */
  agent?: { id: string; name: string; runId: string }
}

export interface Written {
  code: string
  tests: string
  hash: string
  faults: readonly SyntaxFault[]
  author: Author
}

interface NewArtifact extends Written {
  id: string
  name: string
  artifactType: ArtifactType
  language: ArtifactLanguage
  framework: string
  reasoning: string
}

const statusOf = (faults: readonly SyntaxFault[]) => (faults.length === 0 ? 'generated' : 'failed')

export async function insertArtifact(tx: OrgTx, artifact: NewArtifact): Promise<void> {
  const { id, author, faults } = artifact
  await tx
    .insertInto('code_artifacts')
    .values({
      org_id: tx.orgId,
      id,
      name: artifact.name,
      artifact_type: artifact.artifactType,
      language: artifact.language,
      framework: artifact.framework,
      reasoning: artifact.reasoning,
      status: statusOf(faults),
      syntax_valid: faults.length === 0,
      author_id: author.id,
      author_name: author.name,
      agent_id: author.agent?.id ?? null,
      agent_name: author.agent?.name ?? null,
      run_id: author.agent?.runId ?? null,
    })
    .execute()
  await insertVersion(tx, id, 1, artifact)
}

export async function insertVersion(tx: OrgTx, id: string, version: number, { code, tests, hash, faults, author }: Written): Promise<void> {
  await tx
    .insertInto('code_artifact_versions')
    .values({
      org_id: tx.orgId,
      artifact_id: id,
      version,
      code,
      tests,
      hash,
      syntax_valid: faults.length === 0,
      faults: JSON.stringify(faults),
      author_id: author.id,
      author_name: author.name,
    })
    .execute()
}

/** The newest version is another one: it starts anew, whatever the earlier one had reached. */
export const setVersion = (
  tx: OrgTx,
  id: string,
  version: number,
  { faults, reasoning }: Pick<Written, 'faults'> & { reasoning: string },
  at: Date,
) =>
  tx
    .updateTable('code_artifacts')
    .set({ version, reasoning, status: statusOf(faults), syntax_valid: faults.length === 0, review_wanted: false, updated_at: at })
    .where('id', '=', id)
    .execute()

export const setStatus = (tx: OrgTx, id: string, set: { status?: string; review_wanted?: boolean }, at: Date) =>
  tx
    .updateTable('code_artifacts')
    .set({ ...set, updated_at: at })
    .where('id', '=', id)
    .execute()

export interface TestRun {
  version: number
  passed: boolean
  results: readonly TestResult[]
  message: string | null
}

export const setTestRun = (tx: OrgTx, id: string, { version, passed, results, message }: TestRun, at: Date) =>
  tx
    .updateTable('code_artifacts')
    .set({
      test_version: version,
      test_passed: passed,
      test_results: JSON.stringify(results),
      test_message: message,
      tested_at: at,
      updated_at: at,
      ...(passed ? {} : { status: sql<string>`case when status = 'deployed' then status else 'failed' end`, review_wanted: false }),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()

export const findVersion = (tx: OrgTx, id: string, version: number) =>
  tx.selectFrom('code_artifact_versions').selectAll().where('artifact_id', '=', id).where('version', '=', version).executeTakeFirst()

export const listVersions = (tx: OrgTx, id: string, most: number) =>
  tx
    .selectFrom('code_artifact_versions')
    .select(['version', 'hash', 'author_id', 'author_name', 'syntax_valid', 'created_at'])
    .where('artifact_id', '=', id)
    .orderBy('version', 'desc')
    .limit(most)
    .execute()

export const deleteArtifact = (tx: OrgTx, id: string) =>
  tx.deleteFrom('code_artifacts').where('id', '=', id).returning(['id', 'name']).executeTakeFirst()

export const exportArtifacts = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('code_artifacts')
    .select(['org_id as organizationId', 'id', 'name', 'created_at as createdAt'])
    .where('author_id', '=', userId)
    .orderBy('id')
    .execute()
