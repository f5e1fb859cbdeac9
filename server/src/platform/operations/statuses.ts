import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'

/** All statuses of an operation's refusals: those that follow from its shape and the stages, and those it declares. */
export function refusalsOf(endpoint: Endpoint): number[] {
  const write = isWrite(endpoint)
  const { access } = endpoint
  const inOrganization = access !== 'public' && access !== 'signed-in'
  const statuses = new Set<number>([429, 500, 503, ...(endpoint.errors ?? [])])
  if (write) for (const status of [400, 413, 415]) statuses.add(status)
  if (endpoint.params) for (const status of [400, 404, 414]) statuses.add(status)
  if (endpoint.params || endpoint.query || endpoint.body || endpoint.upload) statuses.add(422)
  if (endpoint.idempotent) for (const status of [409, 422]) statuses.add(status)
  if (access !== 'public') statuses.add(401)
  // A browser's write from another site's page, and a role that is too low.
  if (access !== 'public' && (write || inOrganization || endpoint.recentSignIn)) statuses.add(403)
  // The organization that the request names or the session remembers.
  if (inOrganization) statuses.add(404)
  return [...statuses].sort((a, b) => a - b)
}

/** Every status an operation may succeed with. */
export function successesOf(endpoint: Endpoint): number[] {
  const { reply, event, page, redirects, method, status = 200 } = endpoint
  if (redirects) return [303]
  if (page) return method === 'GET' ? [status] : [status, 303]
  return [...new Set([...(reply || !event ? [status] : []), ...(event ? [200] : [])])]
}

/** Whether the OpenAPI document lists the status for the operation. A `raw` response is the customer's and may have any status. */
export const isDocumented = (endpoint: Endpoint, status: number): boolean =>
  endpoint.raw === true || successesOf(endpoint).includes(status) || refusalsOf(endpoint).includes(status)
