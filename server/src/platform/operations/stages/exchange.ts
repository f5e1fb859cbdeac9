import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditActor } from '../../audit/audit.ts'
import type { Credentials } from '../../auth/auth-context.ts'
import type { AuthTx, OrgTx } from '../../db/database.ts'
import type { Platform } from '../../platform.ts'
import type { BoundOperation, OrgContext, PublicContext } from '../context.ts'
import type { Identity } from '../identify.ts'
import { makeBaseContext } from '../request.ts'
import type { Pending } from '../request.ts'
import type { validate } from '../validate.ts'

/** One request on its way through the stages, and what they have filled in so far. */
export interface Exchange {
  readonly platform: Platform
  readonly operation: BoundOperation
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly context: PublicContext & Pending
  /** Who the audit log names. */
  actor: AuditActor
  identity?: Identity
  organization?: OrgContext & Pending
  /** The transaction of the operation, where it has one. */
  tx?: OrgTx | AuthTx
}

/** What the stage `identifyCaller` adds. */
export interface Identified {
  identity: Identity
  credentials: Credentials
  actor: AuditActor
}
/** What the stage `enterOrganization` adds. */
export interface InOrganization {
  organization: OrgContext & Pending
  actor: AuditActor
}
/** What the stage `validateInput` adds. */
export interface Validated {
  input: ReturnType<typeof validate>
}
/** What the stage `performOperation` adds. */
export interface Performed {
  result: unknown
}

export const beginExchange = (
  platform: Platform,
  operation: BoundOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  viaV1: boolean,
): Exchange => ({
  platform,
  operation,
  request,
  reply,
  context: makeBaseContext(platform, request, reply, viaV1),
  actor: { kind: 'anonymous', id: null, name: 'Anonymous' },
})
