import { sql } from 'kysely'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { KeyRing } from '../../../platform/crypto/crypto.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { erasedBySystem } from '../../../platform/retention.ts'
import type { KeptHistory } from '../../../platform/retention.ts'

/** Of one artifact; older ones make room. */
const keptInputs = 50
/** A larger one is not kept. */
const mostCharacters = 64 * 1024

export const placeOfInput = (artifactId: string, id: string): string => `code_artifact_inputs.input:${artifactId}:${id}`

export async function keepInput(keyRing: KeyRing, tx: OrgTx, artifactId: string, input: Json): Promise<void> {
  const text = JSON.stringify(input)
  if (text.length > mostCharacters) return
  const id = newId()
  await tx
    .insertInto('code_artifact_inputs')
    .values({ org_id: tx.orgId, id, artifact_id: artifactId, sealed_input: keyRing.encrypt(text, placeOfInput(artifactId, id)) })
    .execute()
  await sql`delete from app.code_artifact_inputs where artifact_id = ${artifactId} and id not in (
    select id from app.code_artifact_inputs where artifact_id = ${artifactId} order by id desc limit ${keptInputs})`.execute(tx)
}

/** The newest first. */
export async function listInputs(keyRing: KeyRing, tx: OrgTx, artifactId: string): Promise<Json[]> {
  const rows = await tx
    .selectFrom('code_artifact_inputs')
    .select(['id', 'sealed_input'])
    .where('artifact_id', '=', artifactId)
    .orderBy('id', 'desc')
    .limit(keptInputs)
    .execute()
  return rows.map(({ id, sealed_input: sealed }) => JSON.parse(keyRing.decrypt(sealed, placeOfInput(artifactId, id))) as Json)
}

const batch = 500

/** Inputs of callers go with the runs of the organization. */
export const inputHistory: KeptHistory = {
  period: 'runs',
  organizations: async (tx: SystemTx, moment, after, limit) => {
    const { rows } = await sql<{ org_id: string }>`
      select distinct org_id from app.code_artifact_inputs where created_at < ${moment}
        and (${after}::uuid is null or org_id > ${after}::uuid) order by org_id limit ${limit}`.execute(tx)
    return rows.map((row) => row.org_id)
  },
  eraseSome: erasedBySystem(async (tx, orgId, moment, limit) => {
    const { numAffectedRows } = await sql`
      delete from app.code_artifact_inputs where org_id = ${orgId} and id in (
        select id from app.code_artifact_inputs where org_id = ${orgId} and created_at < ${moment} limit ${limit})`.execute(tx)
    return Number(numAffectedRows ?? 0)
  }, batch),
}
