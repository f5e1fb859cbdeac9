import { recordAuditAtCommit } from '../../../platform/audit/audit.ts'
import type { AuditActor } from '../../../platform/audit/audit.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { allOrNothing } from '../../../platform/db/savepoint.ts'
import { invalid } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/llm/types.ts'
import type { AuditDetail, OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActsByName } from './record-acts.ts'
import type { ActContext, RecordActName } from './record-acts.ts'

interface Performer {
  /** Who is named in the audit log, and in records that it makes. */
  actor: AuditActor
  /** What it may see of what relations lead to. */
  may: OrgContext['may']
}

/** Does one act in the transaction of the caller, whole or not at all, with the audit row that the same act of a member has. @throws as the API. */
export async function performRecordAct(
  platform: Platform,
  tx: OrgTx,
  { actor, may }: Performer,
  name: RecordActName,
  given: unknown,
): Promise<JsonObject> {
  const act = recordActsByName[name]
  const input = act.input.safeParse(given)
  if (!input.success) throw invalid(input.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'input', message })))
  const writer = { tx, may, actor }
  const audited: ActContext['audited'] = async (action, targetId, work) => {
    let detail: AuditDetail = {}
    const result = await work({ ...writer, audit: (more) => (detail = { ...detail, ...more }) })
    const { targetName, before, after } = detail
    const target = { kind: 'records', id: detail.targetId ?? targetId ?? undefined, name: targetName }
    recordAuditAtCommit(tx, tx.orgId, { actor, action, target, before, after })
    return result
  }
  return allOrNothing(tx, () => act.run({ platform, writer, audited }, input.data))
}
