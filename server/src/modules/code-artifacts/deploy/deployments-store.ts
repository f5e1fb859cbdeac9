import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'

export interface NewDeployment {
  artifactId: string
  environment: 'staging' | 'production'
  version: number
  notes: string
  runnable: string | null
  isRollback: boolean
  by: { id: string; name: string }
}

/** The one before it is no longer current, in the same moment. */
export async function insertDeployment(
  tx: OrgTx,
  { artifactId, environment, version, notes, runnable, isRollback, by }: NewDeployment,
): Promise<void> {
  await tx
    .updateTable('code_artifact_deployments')
    .set({ is_current: false })
    .where('artifact_id', '=', artifactId)
    .where('environment', '=', environment)
    .where('is_current', '=', true)
    .execute()
  await tx
    .insertInto('code_artifact_deployments')
    .values({
      org_id: tx.orgId,
      id: newId(),
      artifact_id: artifactId,
      environment,
      version,
      notes,
      runnable,
      is_rollback: isRollback,
      deployed_by: by.id,
      deployed_by_name: by.name,
    })
    .execute()
}

export const listDeployments = (tx: OrgTx, artifactId: string) =>
  tx
    .selectFrom('code_artifact_deployments')
    .select(['id', 'environment', 'version', 'notes', 'runnable', 'is_current', 'is_rollback', 'deployed_by_name', 'created_at'])
    .where('artifact_id', '=', artifactId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

export const isDeployed = async (tx: OrgTx, artifactId: string): Promise<boolean> =>
  (await tx
    .selectFrom('code_artifact_deployments')
    .select('id')
    .where('artifact_id', '=', artifactId)
    .where('is_current', '=', true)
    .executeTakeFirst()) !== undefined

interface Running {
  types: readonly string[]
  environment: 'staging' | 'production'
}

const selectRunning = (tx: OrgTx, { types, environment }: Running) =>
  tx
    .selectFrom('code_artifact_deployments as d')
    .innerJoin('code_artifacts as a', (join) => join.onRef('a.org_id', '=', 'd.org_id').onRef('a.id', '=', 'd.artifact_id'))
    .select(['a.id', 'a.name', 'a.reasoning', 'd.runnable', 'd.version', 'd.deployed_by'])
    .where('d.is_current', '=', true)
    .where('d.environment', '=', environment)
    .where('d.runnable', 'is not', null)
    .where('a.artifact_type', 'in', [...types])

/** What runs in an environment of these types, with who put it there. */
export const listRunning = (tx: OrgTx, { most, ...running }: Running & { most: number }) =>
  selectRunning(tx, running).orderBy('a.id').limit(most).execute()

/** What runs under a name. */
export const findRunning = (tx: OrgTx, { name, ...running }: Running & { name: string }) =>
  selectRunning(tx, running)
    .where(sql<boolean>`lower(a.name) = lower(${name})`)
    .executeTakeFirst()

/** Nothing runs in the environment any more. */
export const takeOut = (tx: OrgTx, artifactId: string, environment: string) =>
  tx
    .updateTable('code_artifact_deployments')
    .set({ is_current: false })
    .where('artifact_id', '=', artifactId)
    .where('environment', '=', environment)
    .execute()
