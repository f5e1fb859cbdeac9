import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import type { AuditEntry } from '../../audit/audit.ts'
import type { Exchange } from './exchange.ts'

/** Whether an operation is recorded: every write unless it opts out, and reads that opt in. */
export const isAudited = (endpoint: Endpoint): boolean => endpoint.audited ?? isWrite(endpoint)

/** The audit row of an operation, with the details that its handler has set so far. */
export function auditEntry({ operation, context, actor }: Exchange, outcome: 'success' | 'refused' | 'failed'): AuditEntry {
  const { id } = operation.endpoint
  const { targetId, targetName, before, after } = context.pendingAudit()
  return {
    actor,
    action: id,
    target: { kind: id.split('.')[0] ?? '', id: targetId, name: targetName },
    outcome,
    ipAddress: context.ipAddress,
    userAgent: context.userAgent,
    requestId: context.requestId,
    before,
    after,
  }
}
