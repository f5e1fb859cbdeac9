import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { workflowLimits } from './workflow-definition.ts'

const path = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/)
/** Types that other systems send; XML and lists in text reach the workflow as text. */
const bodyTypes = [
  ...(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream'] as const),
  ...(['application/cloudevents+json', 'application/xml', 'text/xml', 'text/csv', 'application/x-ndjson'] as const),
] as const
const token = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/)

/** What calls us from outside. Bodies are taken as bytes: the signature is over them. */
export const workflowHooks = {
  /**
   * Answers as the workflow's trigger specifies: 202 with the run's id immediately, or the workflow's response.
   * A repeated `Idempotency-Key` gets the first response. A wrong URL, an inactive workflow and a foreign one all get 404.
   */
  receive: endpoint({
    id: 'workflow-hooks.receive',
    method: 'POST',
    path: '/hooks/:org/:path',
    summary: 'Start a workflow by its webhook',
    access: 'public',
    params: z.strictObject({ org: z.string().min(1).max(100), path }),
    upload: bodyTypes,
    raw: true,
    audited: false,
    transaction: false,
    bodyLimit: workflowLimits.inputBytes,
    status: 202,
    errors: [401, 409],
    rate: { max: 20_000, perSeconds: 10 },
    ownLimitOnly: true,
  }),
  /** A wait's one-time URL, known only to its receiver. */
  resume: endpoint({
    id: 'workflow-hooks.resume',
    method: 'POST',
    path: '/hooks/resume/:token',
    summary: 'Let a waiting run go on',
    access: 'public',
    params: z.strictObject({ token }),
    upload: bodyTypes,
    raw: true,
    audited: false,
    transaction: false,
    bodyLimit: workflowLimits.inputBytes,
    status: 202,
  }),
}
