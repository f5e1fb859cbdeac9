import type pg from 'pg'

/**
 * Schema of functions that our SQL uses and PostgreSQL 15 to 17 lack. It is last in the search path, behind the
 * server's own functions, so it has no effect after an upgrade to 18. A server that has them never gets the schema.
 */
export const compatibilitySchema = 'compat'

// 48 bits of milliseconds, the version, 12 bits of the fraction of the millisecond, 62 random bits (RFC 9562, section 6.2, method 3).
const uuidv7 = `
  create or replace function compat.uuidv7(shift interval default null) returns uuid language sql volatile parallel safe as $$
    select encode(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send(t.micros / 1000) from 3) || int2send((28672 + t.micros % 1000 * 4096 / 1000)::int2) from 1 for 8), 'hex')::uuid
    from (select (extract(epoch from clock_timestamp() + coalesce(shift, interval '0')) * 1000000)::bigint as micros) t
  $$`

/** Adds what this server lacks. Runs as the owner before the migrations, which use it. */
export async function addMissingFunctions(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ found: string | null }>("select to_regprocedure('pg_catalog.uuidv7()')::text as found")
  if (rows[0]?.found) return
  await owner.query(`create schema if not exists ${compatibilitySchema}`)
  await owner.query(uuidv7)
  await owner.query(`grant usage on schema ${compatibilitySchema} to public`)
}
