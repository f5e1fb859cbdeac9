import { recordAuditAtCommit } from '../../../platform/audit/audit.ts'
import type { AuditActor, AuditEntry } from '../../../platform/audit/audit.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { allOrNothing } from '../../../platform/db/savepoint.ts'
import { invalid } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/llm/types.ts'
import type { AuditDetail } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SalesContext } from '../documents/sales-context.ts'
import { salesActsByName } from './sales-acts.ts'
import type { SalesActName } from './sales-acts.ts'

interface Performer {
  /** Who is named in the audit log. */
  actor: AuditActor
  byWorkflow: boolean
}

/** Does one act. @throws what the API answers to the same act. */
export type Perform = (act: SalesActName, given: unknown) => Promise<JsonObject>

/**
 * Does acts in the transaction of the caller, all of them or none, each with the audit row that the same act of a member has.
 * @throws what `work` throws.
 */
export async function performSalesActs<T>(
  platform: Platform,
  tx: OrgTx,
  { actor, byWorkflow }: Performer,
  work: (perform: Perform) => Promise<T>,
): Promise<T> {
  const entries: AuditEntry[] = []
  const audited = async <R>(action: string, targetId: string | null, act: (context: SalesContext) => Promise<R>): Promise<R> => {
    let detail: AuditDetail = {}
    const result = await act({ tx, byWorkflow, audit: (more) => (detail = { ...detail, ...more }) })
    const { targetName, before, after } = detail
    const target = { kind: action.split('.')[0] ?? '', id: detail.targetId ?? targetId ?? undefined, name: targetName }
    entries.push({ actor, action, target, before, after })
    return result
  }
  const perform: Perform = (name, given) => {
    const act = salesActsByName[name]
    const input = act.input.safeParse(given)
    if (!input.success) throw invalid(input.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'input', message })))
    return act.run({ platform, tx, audited }, input.data)
  }
  const result = await allOrNothing(tx, () => work(perform))
  for (const entry of entries) recordAuditAtCommit(tx, tx.orgId, entry)
  return result
}
