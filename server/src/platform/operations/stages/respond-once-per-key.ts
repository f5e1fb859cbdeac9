import type { OrgTx } from '../../db/database.ts'
import { onceByKey } from '../idempotency.ts'
import type { Layer } from './layer.ts'

/** `Idempotency-Key`: a repeat gets the first response, stored in the transaction of the work. @throws 409, 422 */
export const respondOncePerKey: Layer = async (exchange, inside) => {
  const { operation, organization, input, tx } = exchange
  const { endpoint } = operation
  if (!endpoint.idempotent || !organization || !tx) return inside(exchange)
  const owner = organization.key ? `key:${organization.key.id}` : organization.caller.userId
  return onceByKey(tx as OrgTx, endpoint.id, owner, organization.header('idempotency-key'), input, () => inside(exchange))
}
