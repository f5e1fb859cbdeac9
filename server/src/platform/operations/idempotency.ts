import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { OrgTx } from '../db/database.ts'
import { conflict, invalid } from '../errors.ts'

const keyShape = /^[\x21-\x7e]{1,128}$/

/**
 * `Idempotency-Key`, one key space per caller: the first response is stored in the transaction of the work and returned for 24 hours.
 * The same key with another request is rejected, and so is a repeat while the first is in flight.
 */
export async function onceByKey<T>(
  tx: OrgTx,
  operation: string,
  caller: string,
  given: string | undefined,
  request: unknown,
  work: () => Promise<T>,
): Promise<T> {
  if (given === undefined) return work()
  if (!keyShape.test(given)) throw invalid([{ path: 'Idempotency-Key', message: 'Use 1 to 128 visible characters' }])
  // No other member can take a key away, or learn from its refusal that it was used.
  const key = `${caller} ${given}`
  // Held until the transaction ends, so that no repeat begins while the first is in flight.
  const name = `idempotency:${tx.orgId}:${operation}:${key}`
  const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isFree"`.execute(tx)
  if (!rows[0]?.isFree) throw conflict('A request with this idempotency key is still in progress. Try again.', 'IDEMPOTENCY_IN_PROGRESS')
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest()
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirst()
  if (earlier) {
    if (!earlier.request_hash.equals(requestHash))
      throw conflict('This idempotency key was used with another request.', 'IDEMPOTENCY_MISMATCH')
    return earlier.response as T
  }
  const result = await work()
  await tx
    .insertInto('idempotency_keys')
    .values({ org_id: tx.orgId, operation, key, request_hash: requestHash, response: JSON.stringify(result) })
    .execute()
  return result
}
