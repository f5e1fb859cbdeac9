import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { organizationsWith } from '../../../platform/db/organizations-with.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Extension } from '../../../platform/extension-point.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { InboundData } from './inbound-store.ts'

const keptDays = 30
const itemsAtOnce = 500
const organizationsAtOnce = 500

/** Which of the inbound files another module still uses. */
export type FindKeptFiles = (tx: OrgTx, fileIds: readonly string[]) => Promise<string[]>

const keepers = extensionPoint<FindKeptFiles>()

/** Lets a module that takes over inbound files (conversations) name them before items are erased. */
export const onInboundFiles = (find: FindKeptFiles): Extension => keepers.entry(find)

/**
 * Erases inbound items settled a month ago, in small transactions, with files that no module took over. Unsettled items stay: they were not
 * processed, or processing failed. @returns the number of erased items.
 */
export async function eraseSettledItems(platform: Platform): Promise<number> {
  const end = new Date(platform.clock.now().getTime() - keptDays * 86_400_000)
  let erased = 0
  for (let after: string | null = null; ;) {
    const from: string | null = after
    const orgIds: string[] = await platform.db.withSystem((tx) =>
      organizationsWith(tx, 'inbound_items', sql`r.handled_at < ${end}`, { after: from, limit: organizationsAtOnce }),
    )
    for (const orgId of orgIds) {
      let count
      do {
        count = await platform.db.withOrg(orgId, (tx) => eraseItems(platform, tx, end))
        erased += count
      } while (count === itemsAtOnce)
    }
    after = orgIds.at(-1) ?? null
    if (orgIds.length < organizationsAtOnce) return erased
  }
}

async function eraseItems(platform: Platform, tx: OrgTx, end: Date): Promise<number> {
  const { rows } = await sql<{ data: InboundData }>`
    delete from app.inbound_items where id = any(array(
      select id from app.inbound_items where handled_at < ${end} order by handled_at limit ${itemsAtOnce} for update skip locked
    )) returning data`.execute(tx)
  const files = rows.flatMap(({ data }) => (data.attachments ?? []).map(({ fileId }) => fileId))
  if (files.length > 0) {
    const kept = new Set(await keepers.gather(platform, (find) => find(tx, files)))
    for (const fileId of files) if (!kept.has(fileId)) await platform.files.remove(tx, fileId)
  }
  return rows.length
}
