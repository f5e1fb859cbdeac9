import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { recordAudit } from '../audit/audit.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { Platform } from '../platform.ts'
import { toAppError } from './problem.ts'

/** Whether what comes of an operation goes on the record: every write but the few that say otherwise, and reads that ask for it. */
export const isAudited = (endpoint: Endpoint): boolean => endpoint.audited ?? isWrite(endpoint)

/**
 * Runs an operation; where it is refused (403) or fails by our fault (5xx) that is recorded in a transaction of its own, since the
 * operation's is gone (SEC-38). A question for a fresh sign-in is no refusal: the act comes again with it. `orgId` null: the
 * platform's chain. What cannot be recorded, because the database is away, is logged.
 */
export async function recordingFailure<T>(
  { db, log }: Platform,
  endpoint: Endpoint,
  orgId: string | null,
  entry: (outcome: 'refused' | 'failed') => AuditEntry,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const outcome = isAudited(endpoint) ? outcomeOf(error) : null
    if (outcome) {
      const record = orgId
        ? db.withOrg(orgId, (tx) => recordAudit(tx, orgId, entry(outcome)))
        : db.withAuth((tx) => recordAudit(tx, null, entry(outcome)))
      await record.catch((cause: unknown) => log.error({ err: cause, operation: endpoint.id }, 'a failure could not be put on the record'))
    }
    throw error
  }
}

function outcomeOf(error: unknown): 'refused' | 'failed' | null {
  const { status, code } = toAppError(error)
  if (status >= 500) return 'failed'
  return status === 403 && code !== 'REAUTHENTICATION_REQUIRED' ? 'refused' : null
}
