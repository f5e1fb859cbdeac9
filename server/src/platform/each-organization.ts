import type { SystemTx } from './db/database.ts'
import type { Platform } from './platform.ts'

const atOnce = 500

/**
 * Works through organizations in pages by id, one after the other: `list` names those after an id. A failure is logged as `failure`, and
 * the others go on.
 */
export async function eachOrganization(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  list: (tx: SystemTx, after: string | null, limit: number) => Promise<string[]>,
  work: (orgId: string) => Promise<void>,
  failure: string,
): Promise<void> {
  let after: string | null = null
  do {
    const orgIds: string[] = await db.withSystem((tx) => list(tx, after, atOnce))
    for (const orgId of orgIds) await work(orgId).catch((err: unknown) => log.error({ orgId, err }, failure))
    after = orgIds.length < atOnce ? null : (orgIds.at(-1) ?? null)
  } while (after !== null)
}
