import { contract } from '@imperium/contract/registry.ts'
import type { ModuleName } from '@imperium/contract/registry.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'

type Contract = typeof contract
/** The id of every operation of the contract, as a type: a table over it that leaves one out does not compile. */
export type OperationId = OperationsOf<ModuleName>
/** The ids of the operations of some parts of the contract. */
export type OperationsOf<M extends ModuleName> = { [K in M]: IdOf<Contract[K]> }[M]
// A module without operations yet has none to name; without the first case it would name every string.
type IdOf<G> = [keyof G] extends [never] ? never : G[keyof G] extends { id: infer I extends string } ? I : never

/** One address of one operation: public ones are also served below `/api/v1`. */
export interface Route {
  name: string
  id: OperationId
  endpoint: Endpoint
  prefix: '/api' | '/api/v1'
}

const endpoints = Object.values(contract).flatMap((group) => Object.values(group) as Endpoint[])

export const routes: readonly Route[] = endpoints.flatMap((endpoint) =>
  (endpoint.v1 ? (['/api', '/api/v1'] as const) : (['/api'] as const)).map((prefix) => ({
    name: `${endpoint.id} (${endpoint.method} ${prefix}${endpoint.path})`,
    id: endpoint.id as OperationId,
    endpoint,
    prefix,
  })),
)
