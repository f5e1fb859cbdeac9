import type { RawResponse, UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import { AppError, limited, notFound } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { engineOf } from '../engine/engine-of.ts'
import type { RunResponse } from '../engine/engine.ts'
import { callData } from './call-data.ts'
import { checkWebhookCaller } from './check-webhook-caller.ts'
import { startKeyOf } from './start-key.ts'
import type { WebhookTargets } from './webhook-targets.ts'

/** Of one organization, over all its webhooks and callers. */
const mostPerMinute = 120_000

interface Call {
  params: { org: string; path: string }
  body: UploadedFile
}

/**
 * Starts the workflow of an address and responds as its trigger is configured. @throws 404, 401, 429; 409 when its concurrency limit
 * refuses the run, or for a repeated signed call.
 */
export async function receiveWebhook(
  platform: Platform,
  targets: WebhookTargets,
  { params, body }: Call,
  context: PublicContext,
): Promise<RawResponse> {
  const target = await targets.find(params.org, params.path)
  if (!target) throw notFound()
  const now = platform.clock.now()
  checkWebhookCaller(target, { header: context.header, body: body.bytes, now })
  const state = platform.limiter(`webhooks:${target.orgId}`, mostPerMinute, 60, now.getTime())
  if (!state.allowed) throw limited(state.resetSeconds, 'The organization receives too many webhook calls. Please try again later.')
  const startKey = await startKeyOf(platform, target, context)
  const engine = engineOf(platform)
  const starting = engine.start(target.orgId, {
    workflowId: target.workflowId,
    version: target.version,
    trigger: 'webhook',
    input: await callData(body, context),
    triggeredBy: `Webhook ${params.path}`,
    triggeredByUser: null,
    ...(startKey === undefined ? {} : { startKey }),
  })
  const { runId } = await starting.catch((error: unknown) => {
    // The address of an organization at rest answers like one that does not exist, also while the address is still remembered.
    throw error instanceof AppError && error.code === 'ORGANIZATION_SUSPENDED' ? notFound() : error
  })
  if (target.respond === 'at_once') return accepted(context, runId)
  return responseOf(context, runId, await engine.awaitResponse(target.orgId, runId, target.timeoutMs))
}

const json = (status: number, value: object): RawResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})

const accepted = ({ requestId }: PublicContext, runId: string): RawResponse => json(202, { success: true, data: { runId }, requestId })

const failed = new Set<RunResponse['status']>(['failed', 'cancelled', 'quarantined'])

/** The workflow's response, else its final output; 202 while the run is open. */
function responseOf(context: PublicContext, runId: string, { response, status, output }: RunResponse): RawResponse {
  if (response) return toResponse(response)
  if (status === 'success') return json(200, { success: true, data: { runId, output }, requestId: context.requestId })
  if (!failed.has(status)) return accepted(context, runId)
  const text = 'The workflow did not succeed.'
  return json(500, { success: false, error: text, message: text, code: 'WORKFLOW_FAILED', runId, requestId: context.requestId })
}

function toResponse({ status, headers, body }: NonNullable<RunResponse['response']>): RawResponse {
  const { 'content-type': given, ...others } = headers
  const isText = typeof body === 'string'
  const contentType = given ?? (isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8')
  return { status, contentType, headers: others, body: isText ? body : JSON.stringify(body) }
}
