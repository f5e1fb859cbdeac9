import { recordAudit } from '../../audit/audit.ts'
import { toAppError } from '../problem.ts'
import { auditEntry, isAudited } from './audit-entry.ts'
import type { Exchange } from './exchange.ts'
import type { Layer } from './layer.ts'

/**
 * Records a refusal (403) or an internal error (5xx) in its own transaction, because the operation's was rolled back (SEC-38).
 * A request for a recent sign-in is not recorded: the client repeats the operation after it.
 */
export const recordFailure: Layer = async (exchange, inside) => {
  try {
    return await inside(exchange)
  } catch (error) {
    const outcome = isAudited(exchange.operation.endpoint) ? outcomeOf(error) : null
    if (outcome) await record(exchange, outcome)
    throw error
  }
}

/** Without an organization in the platform's own chain. What cannot be recorded, because the database is away, is logged. */
async function record(exchange: Exchange, outcome: 'refused' | 'failed'): Promise<void> {
  const { platform, operation, organization } = exchange
  const { db, log } = platform
  const orgId = organization?.org.id
  const recorded = orgId
    ? db.withOrg(orgId, (tx) => recordAudit(tx, orgId, auditEntry(exchange, outcome)))
    : db.withAuth((tx) => recordAudit(tx, null, auditEntry(exchange, outcome)))
  await recorded.catch((cause: unknown) =>
    log.error({ err: cause, operation: operation.endpoint.id }, 'a failure could not be put on the record'),
  )
}

function outcomeOf(error: unknown): 'refused' | 'failed' | null {
  const { status, code } = toAppError(error)
  if (status >= 500) return 'failed'
  return status === 403 && code !== 'REAUTHENTICATION_REQUIRED' ? 'refused' : null
}
