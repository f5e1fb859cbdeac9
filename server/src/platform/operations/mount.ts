import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { recordAudit } from '../audit/audit.ts'
import type { AuditActor } from '../audit/audit.ts'
import { chooseOrganization, isPasswordExpired } from '../auth/auth-context.ts'
import type { Caller, Membership } from '../auth/auth-context.ts'
import type { AuthTx, OrgTx } from '../db/database.ts'
import { AppError, forbidden, limited, notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import { mayDo } from '../auth/key-context.ts'
import type { KeyIdentity } from '../auth/key-context.ts'
import type { Platform } from '../platform.ts'
import { addressGroup } from '../auth/rate-limit.ts'
import type { RateState } from '../auth/rate-limit.ts'
import type { BoundOperation, OrgContext, PublicContext, SignedInContext } from './context.ts'
import { guardStream } from './guard-stream.ts'
import { identify } from './identify.ts'
import { onceByKey } from './idempotency.ts'
import { sendProblem } from './problem.ts'
import { isAudited, recordingFailure } from './record-failure.ts'
import { serializerOf } from './reply-schema.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'
import { makeBaseContext, readCredentials } from './request.ts'
import type { Pending } from './request.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { sendAnswer } from './send-answer.ts'
import { sendStream, wantsStream } from './stream.ts'
import { acceptUploads } from './upload.ts'
import { validate } from './validate.ts'

const defaultBodyLimit = 256 * 1024
const allMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Makes every operation a route below `/api` (and `/api/v1` where it is public), in the one order that all share. */
export function mountOperations(app: FastifyInstance, platform: Platform, operations: readonly BoundOperation[]): void {
  acceptUploads(app, operations)
  const methodsOf = new Map<string, Set<string>>()
  for (const operation of operations) {
    for (const prefix of operation.endpoint.v1 ? ['/api', '/api/v1'] : ['/api']) {
      const url = prefix + operation.endpoint.path
      mountRoute(app, platform, operation, url, prefix === '/api/v1')
      const methods = (methodsOf.get(url) ?? new Set()).add(operation.endpoint.method)
      methodsOf.set(url, takesHead(operation.endpoint) ? methods.add('HEAD') : methods)
    }
  }
  for (const [url, methods] of methodsOf) refuseOtherMethods(app, url, methods)
}

/** What looks after mail and sites asks with HEAD first, and must see what GET would (RFC 9110, 9.3.2). A stream of events has no end to wait for. */
export const takesHead = ({ method, event, reply, noHead }: Endpoint): boolean =>
  method === 'GET' && !noHead && (!event || reply !== undefined)

function refuseOtherMethods(app: FastifyInstance, url: string, methods: Set<string>): void {
  const others = allMethods.filter((method) => !methods.has(method))
  const allow = [...methods].join(', ')
  app.route({
    method: others,
    url,
    config: { operation: 'method-not-allowed' },
    handler: async (request, reply) =>
      sendProblem(reply.header('allow', allow), request.id, new AppError('METHOD_NOT_ALLOWED', 405, `This address takes ${allow} only.`)),
  })
}

function mountRoute(app: FastifyInstance, platform: Platform, operation: BoundOperation, url: string, viaV1: boolean): void {
  const { endpoint } = operation
  app.route({
    method: endpoint.method,
    url,
    bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
    exposeHeadRoute: takesHead(endpoint),
    config: { operation: endpoint.id, ...(endpoint.upload ? { upload: endpoint.upload } : {}), ...opensFor(endpoint) },
    // That there is a schema makes Fastify ask for the serializer, which knows it.
    ...(isEnvelope(endpoint)
      ? { schema: { response: { [endpoint.status ?? 200]: {} } }, serializerCompiler: () => serializerOf(endpoint) }
      : {}),
    handler: (request, reply) => answer(platform, operation, request, reply, viaV1),
  })
}

const opensFor = ({ page, redirects }: Endpoint): Pick<FastifyContextConfig, 'opensFor'> =>
  page ? { opensFor: 'browsers' } : redirects ? { opensFor: 'links' } : {}

const isEnvelope = (endpoint: Endpoint) =>
  (endpoint.reply || !endpoint.event) && !endpoint.file && !endpoint.redirects && !endpoint.raw && !endpoint.page

/** HTTP -> auth -> tenant -> permission -> rate limit -> validation -> handler -> envelope. */
async function answer(
  platform: Platform,
  operation: BoundOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  viaV1: boolean,
): Promise<FastifyReply> {
  const { endpoint } = operation
  const base = makeBaseContext(platform, request, reply, viaV1)
  if (endpoint.access === 'public') {
    const who = `ip:${addressGroup(base.ipAddress)}`
    limit(platform, reply, endpoint, { general: who, own: who, perHour: null }, viaV1)
    const entry = (outcome: Outcome) => auditEntry(endpoint, { ...base, actor: anonymous }, outcome)
    return run(operation, request, reply, () => recordingFailure(platform, endpoint, null, entry, () => work(operation, request, base)))
  }
  const { caller, key } = await identify(platform, readCredentials(platform, request, endpoint), base)
  limit(platform, reply, endpoint, limitsOf(caller, key), viaV1)
  if (endpoint.recentSignIn) requireRecentSignIn(platform, caller)
  if (endpoint.access === 'signed-in') return answerSignedIn(platform, operation, request, reply, { ...base, caller })
  const org = chooseOrganization(caller, tenantHint(request))
  if (!org) throw notFound('Organization not found.')
  const context = makeOrgContext(platform, base, { caller, key, org })
  const { id } = request.params as { id?: unknown }
  if (typeof id === 'string' && isId(id)) context.audit({ targetId: id })
  await permit(platform, endpoint, context)
  if (endpoint.agentKey === 'agent' && key?.agentId && String(id).toLowerCase() !== key.agentId) throw notFound()
  if (viaV1 || endpoint.id === 'agents.execute') await platform.calls.count(org)
  return answerOrg(platform, operation, request, reply, context)
}

function tenantHint(request: FastifyRequest): string | undefined {
  const hint = request.headers['x-tenant']
  return typeof hint === 'string' && hint.length > 0 ? hint.slice(0, 100) : undefined
}

interface Counted {
  general: string
  own: string
  /** A limit of the caller's own; it only ever lowers the general one. */
  perHour: number | null
}

/** By family and by account: a refresh or a second sign-in must not begin the count anew. A key is counted by itself. */
const limitsOf = (caller: Caller, key: KeyIdentity | null): Counted =>
  key
    ? { general: `key:${key.id}`, own: `key:${key.id}`, perHour: key.rateLimitPerHour }
    : { general: `session:${caller.familyId}`, own: `user:${caller.userId}`, perHour: null }

function limit(platform: Platform, reply: FastifyReply, endpoint: Endpoint, who: Counted, viaV1: boolean): void {
  const { config, limiter, clock } = platform
  const nowMs = clock.now().getTime()
  const own = endpoint.rate ? limiter(`${endpoint.id}:${who.own}`, endpoint.rate.max, endpoint.rate.perSeconds, nowMs) : null
  if (own && endpoint.ownLimitOnly) {
    writeRateHeaders(reply, own)
    if (!own.allowed) throw limited(own.resetSeconds)
    return
  }
  const general = viaV1
    ? limiter(`v1:${who.general}`, Math.min(who.perHour ?? Infinity, config.rateLimitApiPerHour), 3_600, nowMs)
    : limiter(`app:${who.general}`, config.rateLimitAppPerMinute, 60, nowMs)
  const tightest = own && own.remaining < general.remaining ? own : general
  writeRateHeaders(reply, tightest)
  for (const state of [general, own]) if (state && !state.allowed) throw limited(state.resetSeconds)
}

function writeRateHeaders(reply: FastifyReply, state: RateState): void {
  reply
    .header('x-ratelimit-limit', state.limit)
    .header('x-ratelimit-remaining', state.remaining)
    .header('x-ratelimit-reset', state.resetSeconds)
}

async function permit(platform: Platform, endpoint: Endpoint, context: OrgContext & Pending): Promise<void> {
  if (endpoint.access === 'public' || endpoint.access === 'signed-in') return
  const { org, caller, key } = context
  const refusal =
    org.requiresTwoFactor && !caller.hasSecondFactor
      ? forbidden('This organization requires two-factor authentication. Set it up in your profile first.', 'TWO_FACTOR_REQUIRED')
      : isPasswordExpired(org, caller, platform.clock.now())
        ? forbidden('Your password has expired. Please choose a new one.', 'PASSWORD_EXPIRED')
        : !context.may(endpoint.access) || (key?.agentId && !endpoint.agentKey)
          ? forbidden()
          : isWrite(endpoint) && context.org.status === 'SUSPENDED' && !endpoint.whileSuspended
            ? forbidden('This organization is suspended and can only be read.', 'ORGANIZATION_SUSPENDED')
            : null
  if (!refusal) return
  // The record holds refusals too (SEC-38); reads are refused without a row, or a viewer's polling would fill it.
  if (isAudited(endpoint))
    await platform.db.withOrg(context.org.id, (tx) => recordAudit(tx, context.org.id, auditEntry(endpoint, context, 'refused')))
  throw refusal
}

function makeOrgContext(
  platform: Platform,
  base: ReturnType<typeof makeBaseContext>,
  { caller, key, org }: { caller: Caller; key: KeyIdentity | null; org: Membership },
): OrgContext & Pending {
  return {
    ...base,
    caller,
    org,
    role: org.role,
    key,
    may: (permission) => mayDo(org.role, key, permission),
    actor: key
      ? { kind: 'api_key', id: key.id, name: key.name }
      : { kind: 'user', id: caller.userId, name: `${caller.firstName} ${caller.lastName}` },
    inOrg: (use) => platform.db.withOrg(org.id, use),
    // Replaced by the transaction of the operation; operations with `transaction: false` do not see it in their type.
    tx: undefined as never,
  }
}

type Outcome = 'success' | 'refused' | 'failed'
const anonymous: AuditActor = { kind: 'anonymous', id: null, name: 'Anonymous' }

const auditEntry = (endpoint: Endpoint, context: PublicContext & Pending & { actor: AuditActor }, outcome: Outcome) => ({
  actor: context.actor,
  action: endpoint.id,
  target: { kind: endpoint.id.split('.')[0] ?? '', id: context.pendingAudit().targetId, name: context.pendingAudit().targetName },
  outcome,
  ipAddress: context.ipAddress,
  userAgent: context.userAgent,
  requestId: context.requestId,
  before: context.pendingAudit().before,
  after: context.pendingAudit().after,
})

type Input = ReturnType<typeof validate>

async function work(operation: BoundOperation, request: FastifyRequest, context: object, input?: Input): Promise<unknown> {
  const parsed = input ?? validate(operation.endpoint, request)
  return operation.handler.answer?.(parsed, context as never) ?? null
}

async function run(
  operation: BoundOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  produce: () => Promise<unknown>,
): Promise<FastifyReply> {
  return sendAnswer(operation.endpoint, request, reply, await produce())
}

async function answerSignedIn(
  platform: Platform,
  operation: BoundOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Omit<SignedInContext, 'tx'> & Pending,
): Promise<FastifyReply> {
  const { endpoint } = operation
  const input = validate(endpoint, request)
  const actor = { kind: 'user' as const, id: context.caller.userId, name: `${context.caller.firstName} ${context.caller.lastName}` }
  const entry = (outcome: Outcome) => auditEntry(endpoint, { ...context, actor }, outcome)
  const record = async (tx: AuthTx) => {
    if (isAudited(endpoint)) await recordAudit(tx, null, entry('success'))
  }
  const produce = async () => {
    if (endpoint.transaction !== false)
      return retryConflicts(() =>
        platform.db.withAuth(async (tx) => {
          const made = await work(operation, request, { ...context, tx }, input)
          await record(tx)
          return made
        }),
      )
    const made = await work(operation, request, context, input)
    await platform.db.withAuth(record)
    return made
  }
  return run(operation, request, reply, async () => {
    const result = await recordingFailure(platform, endpoint, null, entry, produce)
    // What is cached of the caller may have changed; other processes hear it by signal, this one reads its own write at once.
    if (isWrite(endpoint)) platform.auth.forget(context.caller.userId)
    return result
  })
}

async function answerOrg(
  platform: Platform,
  operation: BoundOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  context: OrgContext & Pending,
): Promise<FastifyReply> {
  const { endpoint, handler } = operation
  const input = validate(endpoint, request)
  const entry = (outcome: Outcome) => auditEntry(endpoint, context, outcome)
  const answerIt = () =>
    recordingFailure(platform, endpoint, context.org.id, entry, () => inTransaction(platform, operation, request, context, input))
  const produce = handler.answer ? answerIt : async () => null
  const streamed = handler.stream && (!handler.answer || (wantsStream(request) && request.method !== 'HEAD'))
  if (!streamed) return run(operation, request, reply, produce)
  const release = guardStream(platform, readCredentials(platform, request, endpoint), endpoint, context)
  reply.raw.once('close', release)
  const result = await produce()
  const items = await handler.stream?.(input, context as never, result)
  return items ? sendStream(reply, request, endpoint, items, context.signal()) : reply
}

async function inTransaction(
  platform: Platform,
  operation: BoundOperation,
  request: FastifyRequest,
  context: OrgContext & Pending,
  input: Input,
): Promise<unknown> {
  const { endpoint } = operation
  if (endpoint.transaction === false) {
    const result = await work(operation, request, context, input)
    if (isAudited(endpoint))
      await platform.db.withOrg(context.org.id, (tx) => recordAudit(tx, context.org.id, auditEntry(endpoint, context, 'success')))
    return result
  }
  const transaction = async (tx: OrgTx) => {
    const inside = { ...context, tx }
    const key = endpoint.idempotent ? context.header('idempotency-key') : undefined
    return onceByKey(tx, endpoint.id, context.key ? `key:${context.key.id}` : context.caller.userId, key, input, async () => {
      const result = await work(operation, request, inside, input)
      if (isAudited(endpoint)) await recordAudit(tx, context.org.id, auditEntry(endpoint, inside, 'success'))
      return result
    })
  }
  return retryConflicts(() => platform.db.withOrg(context.org.id, transaction))
}
