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

/** One request on its way through the stages, and the values they have set so far. */
export interface Exchange {
  readonly platform: Platform
  readonly operation: BoundOperation
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly context: PublicContext & Pending
  /** The actor in the audit log. */
  actor: AuditActor
  identity?: Identity
  organization?: OrgContext & Pending
  /** The operation's transaction, if it has one. */
  tx?: OrgTx | AuthTx
}

/** Added by the stage `identifyCaller`. */
export interface Identified {
  identity: Identity
  credentials: Credentials
  actor: AuditActor
}
/** Added by the stage `enterOrganization`. */
export interface InOrganization {
  organization: OrgContext & Pending
  actor: AuditActor
}
/** Added by the stage `validateInput`. */
export interface Validated {
  input: ReturnType<typeof validate>
}
/** Added by the stage `performOperation`. */
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
