import { sql } from 'kysely'
import type { OrgTx } from '../db/database.ts'
import type { HashAddress } from '../crypto/address-hash.ts'

/** In the data of a job whose content is sealed: the person that it is about, so that an erasure finds it. */
export interface AboutPerson {
  personHash?: string
}

export const aboutPerson = ({ hashAddress }: { hashAddress: HashAddress }, address: string): Required<AboutPerson> => ({
  personHash: hashAddress(address.toLowerCase()).toString('hex'),
})

/**
 * Drops what the queue keeps of erased people: jobs about one of the addresses, and failed or set-aside ones that name an id or an address.
 * Other waiting jobs find the rows gone when they run.
 */
export async function eraseJobs(
  platform: { hashAddress: HashAddress },
  tx: OrgTx,
  { ids, addresses }: { ids: readonly string[]; addresses: readonly string[] },
): Promise<void> {
  const hashes = addresses.map((address) => aboutPerson(platform, address).personHash)
  const names = [...ids, ...addresses]
  const isAbout = sql`(data ->> 'personHash' = any(${hashes}::text[]))`
  const isNamed = sql`app.is_named(lower(data::text), ${names}::text[])`
  await sql`
    delete from pgboss.job where group_id = ${tx.orgId} and (${isAbout} or (state in ('completed', 'cancelled', 'failed') and ${isNamed}))`.execute(
    tx,
  )
  await sql`delete from app.rested_jobs where ${isAbout} or (set_aside_at is not null and ${isNamed})`.execute(tx)
}
