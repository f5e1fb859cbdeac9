import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { recordAudit } from '../../audit/audit.ts'
import { isPasswordExpired } from '../../auth/auth-context.ts'
import { forbidden, notFound } from '../../errors.ts'
import type { AppError } from '../../errors.ts'
import type { Platform } from '../../platform.ts'
import { refusalAtRest } from '../../rest/refusal-at-rest.ts'
import type { OrgContext } from '../context.ts'
import { auditEntry, isAudited } from './audit-entry.ts'
import type { Exchange, Identified, InOrganization } from './exchange.ts'

/** @throws 403, recorded for writes; 404 when an agent's key asks for another agent. */
export async function checkPermission(exchange: Exchange & Identified & InOrganization): Promise<void> {
  const { platform, operation, request, organization } = exchange
  const { endpoint } = operation
  const refusal = refusalOf(platform, endpoint, organization)
  if (refusal) {
    // The record holds refusals too (SEC-38); reads are refused without a row, or a viewer's polling would fill it.
    if (isAudited(endpoint)) await organization.inOrg((tx) => recordAudit(tx, organization.org.id, auditEntry(exchange, 'refused')))
    throw refusal
  }
  const { agentId } = organization.key ?? {}
  const { id } = request.params as { id?: unknown }
  if (endpoint.agentKey === 'agent' && agentId && String(id).toLowerCase() !== agentId) throw notFound()
}

function refusalOf({ clock }: Platform, endpoint: Endpoint, { org, caller, key, may }: OrgContext): AppError | null {
  if (endpoint.access === 'public' || endpoint.access === 'signed-in') return null
  if (org.requiresTwoFactor && !caller.hasSecondFactor)
    return forbidden('This organization requires two-factor authentication. Set it up in your profile first.', 'TWO_FACTOR_REQUIRED')
  if (isPasswordExpired(org, caller, clock.now()))
    return forbidden('Your password has expired. Please choose a new one.', 'PASSWORD_EXPIRED')
  if (!may(endpoint.access) || (key?.agentId && !endpoint.agentKey)) return forbidden()
  return isWrite(endpoint) && !endpoint.whileSuspended ? refusalAtRest(org) : null
}
