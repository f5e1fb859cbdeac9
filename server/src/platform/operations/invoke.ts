import type { Endpoint, Result } from '@imperium/contract/kit/endpoint.ts'
import { forbidden } from '../errors.ts'
import type { Platform } from '../platform.ts'
import type { AuditDetail, OrgContext } from './context.ts'
import type { Exchange } from './stages/exchange.ts'
import { performOperation } from './stages/perform-operation.ts'
import { validate } from './validate.ts'

export interface Given {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Calls an operation; the reply is what the API would answer, before it becomes JSON. */
export type Invoke = <E extends Endpoint>(endpoint: E, given?: Given) => Promise<Result<E>>

/**
 * Calls operations of the organization in this process, as the caller of another one: with their permission, validation, transaction and
 * audit row, without rate limit. @throws what the operation throws; 403 if the caller may not.
 */
export const invokeAs =
  (platform: Platform, context: Omit<OrgContext, 'tx'>): Invoke =>
  async (endpoint, given = {}) => {
    const operation = platform.operations(endpoint.id)
    const { access } = endpoint
    if (access === 'public' || access === 'signed-in' || !context.may(access)) throw forbidden()
    let detail: AuditDetail = {}
    const own = {
      ...context,
      audit: (more: AuditDetail) => {
        detail = { ...detail, ...more }
      },
      pendingAudit: () => detail,
      end: () => undefined,
      header: () => undefined,
      tx: undefined as never,
    }
    const { caller, key, actor } = context
    // The stages from here on read nothing of the HTTP request and response.
    const exchange = { platform, operation, context: own, actor, identity: { caller, key }, organization: own } as unknown as Exchange
    const input = validate(endpoint, { params: given.params ?? {}, query: given.query ?? {}, body: given.body })
    return (await performOperation({ ...exchange, input })).result as Result<typeof endpoint>
  }
