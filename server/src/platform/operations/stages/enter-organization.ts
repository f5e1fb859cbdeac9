import type { FastifyRequest } from 'fastify'
import { chooseOrganization } from '../../auth/auth-context.ts'
import { mayDo, scopeOf, viewerOf } from '../../auth/rights.ts'
import { notFound } from '../../errors.ts'
import { isId } from '../../ids.ts'
import type { Exchange, Identified, InOrganization } from './exchange.ts'

/** Chooses among the caller's organizations. @throws 404 for any other. */
export function enterOrganization({ platform, operation, request, context, identity, actor: user }: Exchange & Identified): InOrganization {
  const { caller, key } = identity
  const org = chooseOrganization(caller, tenantHint(request))
  if (!org) throw notFound('Organization not found.')
  const { id } = request.params as { id?: unknown }
  if (typeof id === 'string' && isId(id)) context.audit({ targetId: id })
  const { access, onNodes } = operation.endpoint
  const scope = onNodes && access !== 'public' && access !== 'signed-in' ? scopeOf(org, key, access) : undefined
  const viewer = viewerOf(org, caller.userId, scope)
  const actor = key ? { kind: 'api_key' as const, id: key.id, name: key.name } : user
  return {
    actor,
    organization: {
      ...context,
      caller,
      org,
      role: org.role,
      key,
      may: (permission) => permission === scope || mayDo(org, key, permission),
      actor,
      viewer,
      inOrg: (use) => platform.db.withOrg(org.id, use, viewer),
      // Replaced by the transaction of the operation; operations with `transaction: false` do not see it in their type.
      tx: undefined as never,
    },
  }
}

function tenantHint(request: FastifyRequest): string | undefined {
  const hint = request.headers['x-tenant']
  return typeof hint === 'string' && hint.length > 0 ? hint.slice(0, 100) : undefined
}
