import type { UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import { refuseUnstorable } from '../../../platform/operations/validate.ts'
import { readPairs, readWebhookBody } from './read-webhook-body.ts'

// Proof of the caller is only for the check: runs are visible to every member.
const withheld = [
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-webhook-secret',
  'x-api-key',
  'x-signature',
  'x-hub-signature',
  'x-hub-signature-256',
]

/** A call as templates read it. @throws 400, 422 for what cannot be kept. */
export async function callData(body: UploadedFile, context: PublicContext): Promise<Json> {
  const headers = context.headers()
  const type = headers['content-type'] ?? body.contentType
  for (const name of withheld) delete headers[name]
  const search = context.search()
  const query = search === '' ? {} : readPairs(search.slice(1))
  refuseUnstorable(query, 'query')
  return { method: 'POST', headers, query, body: await readWebhookBody(type, body) }
}
