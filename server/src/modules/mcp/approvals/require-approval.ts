import { mcpEvents } from '@imperium/contract/events/mcp.ts'
import { mcpLimits } from '@imperium/contract/mcp/mcp.ts'
import { isDestructive } from '@imperium/contract/mcp/tools.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { forbidden, limited } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Given } from '../../../platform/operations/invoke.ts'
import { toAppError } from '../../../platform/operations/problem.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sortedJson } from '../../../platform/text/sorted-json.ts'
import { sha256 } from '../oauth/secret.ts'
import { countOpen, insertApproval, lockApprovalOf, requiresApproval, setUsed } from './store.ts'

export interface ApprovalSubject {
  orgId: string
  userId: string
  userName: string
  clientName: string
  /** Id of the connection or the key: what is approved for one is not approved for another. */
  askedBy: string
}

const code = 'APPROVAL_REQUIRED'
const waits = 'A member must approve this call first, in Settings, AI assistants. Then call again with the same arguments.'

/**
 * Calls a destructive operation only with a member's approval, where the organization asks for one. An approval is good for one call
 * with the same arguments. @throws 403 APPROVAL_REQUIRED, 429 when too many wait
 */
export async function withApproval<T>(
  platform: Platform,
  subject: ApprovalSubject,
  { endpoint, given }: { endpoint: Endpoint; given: Given },
  work: () => Promise<T>,
): Promise<T> {
  if (!isDestructive(endpoint)) return work()
  const taken = await takeApproval(platform, subject, endpoint, given)
  if (taken !== null && typeof taken === 'object') throw taken.refusal
  try {
    return await work()
  } catch (error) {
    // Refused, it changed nothing: the approval stays good for one call.
    if (taken !== null && toAppError(error).status < 500) await platform.db.withOrg(subject.orgId, (tx) => setUsed(tx, taken, false))
    throw error
  }
}

/** The id of the approval that was used, null where none is needed, or why the call has to wait. */
function takeApproval(
  platform: Platform,
  { orgId, userId, userName, clientName, askedBy }: ApprovalSubject,
  { id: operation, summary }: Endpoint,
  given: Given,
): Promise<string | null | { refusal: Error }> {
  const now = platform.clock.now()
  const input = { ...(given.params as object), ...(given.query as object), ...(given.body === undefined ? {} : { body: given.body }) }
  const call = { askedBy, operation, inputHash: sha256(sortedJson(input)) }
  return platform.db.withOrg(orgId, async (tx) => {
    if (!(await requiresApproval(tx))) return null
    const row = await lockApprovalOf(tx, call, now)
    if (row?.status === 'approved') {
      await setUsed(tx, row.id, true)
      return row.id
    }
    if (row?.status === 'rejected') return { refusal: forbidden('A member rejected this call.', 'APPROVAL_REJECTED') }
    if (row) return { refusal: forbidden(waits, code) }
    if ((await countOpen(tx, userId, now)) >= mcpLimits.openApprovals)
      return { refusal: limited(3600, 'Too many calls wait for an approval.') }
    const id = newId()
    const expiresAt = new Date(now.getTime() + mcpLimits.approvalHours * 3_600_000)
    if (await insertApproval(tx, { ...call, id, userId, userName, clientName, input, expiresAt }))
      await platform.events.emit(tx, mcpEvents.approvalRequested, { approvalId: id, userId, client: clientName, operation, summary })
    return { refusal: forbidden(waits, code) }
  })
}
