import { recordAudit, recordAuditAtCommit } from '../../audit/audit.ts'
import { auditEntry, isAudited } from './audit-entry.ts'
import type { Layer } from './layer.ts'

/** Writes the audit row in the operation's transaction, or in its own. Public operations write their own rows. */
export const recordSuccess: Layer = async (exchange, inside) => {
  const result = await inside(exchange)
  const { platform, operation, identity, organization, tx } = exchange
  if (!identity || !isAudited(operation.endpoint)) return result
  const entry = auditEntry(exchange, 'success')
  const orgId = organization?.org.id ?? null
  if (tx) recordAuditAtCommit(tx, orgId, entry)
  else if (orgId) await platform.db.withOrg(orgId, (own) => recordAudit(own, orgId, entry))
  else await platform.db.withAuth((own) => recordAudit(own, null, entry))
  return result
}
