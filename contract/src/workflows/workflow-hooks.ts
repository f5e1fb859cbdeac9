import { z } from 'zod'
import { operations, post } from '../kit/operations.ts'
import { workflowLimits } from './workflow-definition.ts'

const path = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/)
/** Any type: what is no JSON, form or text reaches the workflow in base64. The named ones are those that documents show. */
const bodyTypes = [
  ...(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream'] as const),
  ...(['application/cloudevents+json', 'application/xml', 'text/xml', 'text/csv', 'application/x-ndjson'] as const),
  ...(['multipart/form-data', '*/*'] as const),
] as const
const token = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/)

/** What calls us from outside. Bodies are taken as bytes: the signature is over them. */
export const workflowHooks = operations('workflow-hooks', 'public', {
  /**
   * Answers as the workflow's trigger specifies: 202 with the run's id immediately, or the workflow's response.
   * A repeated `Idempotency-Key` gets the first response. A wrong URL, an inactive workflow and a foreign one all get 404.
   */
  receive: post('/hooks/:org/:path', 'Start a workflow by its webhook', {
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
  resume: post('/hooks/resume/:token', 'Let a waiting run go on', {
    params: z.strictObject({ token }),
    upload: bodyTypes,
    raw: true,
    audited: false,
    transaction: false,
    bodyLimit: workflowLimits.inputBytes,
    status: 202,
  }),
})
