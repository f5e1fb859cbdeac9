import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { can } from '@imperium/contract/permissions.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { TestUser } from '../test-app.ts'
import type { Route } from './routes.ts'
import type { Org, Sample } from './sample.ts'

export type Refusal = [status: number, code: string]

/** One kind of caller of the access matrix. */
export interface Caller {
  name: string
  org: () => Org
  person: () => TestUser
  headers: (person: TestUser, sample: Sample, endpoint: Endpoint) => Promise<Record<string, string>>
  /** The expected refusal; null when the operation must succeed. */
  refusal: (endpoint: Endpoint) => Refusal | null
  /** Routes that this kind of caller tries; all by default. */
  appliesTo?: (route: Route) => boolean
  arrange?: (org: Org) => Promise<unknown>
  restore?: (org: Org) => Promise<unknown>
}

export const isOrg = (endpoint: Endpoint) => endpoint.access !== 'public' && endpoint.access !== 'signed-in'
export const unauthenticated = (endpoint: Endpoint): Refusal | null => (endpoint.access === 'public' ? null : [401, 'UNAUTHENTICATED'])
export const byRole =
  (role: Role) =>
  ({ access }: Endpoint): Refusal | null =>
    access === 'public' || access === 'signed-in' || can(role, access) ? null : [403, 'FORBIDDEN']
/** Account operations that name an organization: it does not exist for users outside it. */
const namesOrganization: readonly string[] = ['organizations.switch']
export const noOrganization = (endpoint: Endpoint): Refusal | null =>
  isOrg(endpoint) || namesOrganization.includes(endpoint.id) ? [404, 'NOT_FOUND'] : null
