import type { OrgTx, SystemTx } from './db/database.ts'
import { extensionPoint } from './extension-point.ts'
import type { Platform } from './platform.ts'

/** What an organization keeps for a time of its choice: finished work, or what its campaigns and conversations recorded. */
export type RetentionPeriod = 'runs' | 'history'

type RetentionTools = Pick<Platform, 'db' | 'clock' | 'events' | 'files'>

/** Rows of a module that are erased once they are older than the organization's retention. */
export interface KeptHistory {
  period: RetentionPeriod
  /** Organizations with rows from before `moment`: up to `limit`, by id, those behind `after`. */
  organizations: (tx: SystemTx, moment: Date, after: string | null, limit: number) => Promise<string[]>
  /** Erases some of an organization's rows from before `moment` in one short transaction. @returns their number; null if none was left */
  eraseSome: (tools: RetentionTools, orgId: string, moment: Date) => Promise<number | null>
  /** Drops the months of its tables that ended before `moment`, of all organizations. */
  dropMonths?: (tx: SystemTx, moment: Date) => Promise<unknown>
}

const histories = extensionPoint<KeptHistory>()

/** For the manifest of the module that owns the rows: its history is erased with the retention of each organization. */
export const keepForRetention = histories.entry

const holds = extensionPoint<(tx: SystemTx) => Promise<ReadonlySet<string>>>()

/** For the manifest of the module that knows which organizations must not lose anything. */
export const holdRetention = holds.entry

/** The organizations whose history stays, however old it is. */
export async function heldOrganizations(platform: Platform): Promise<ReadonlySet<string>> {
  const held = new Set<string>()
  for (const list of holds.of(platform)) for (const orgId of await platform.db.withSystem(list)) held.add(orgId)
  return held
}

export const keptHistories = (platform: Platform, period: RetentionPeriod): readonly KeptHistory[] =>
  histories.of(platform).filter((history) => history.period === period)

/** `eraseSome` by the system, for rows that are counted. */
export const erasedBySystem =
  (erase: (tx: SystemTx, orgId: string, moment: Date, limit: number) => Promise<number>, limit: number): KeptHistory['eraseSome'] =>
  async ({ db }, orgId, moment) =>
    (await db.withSystem((tx) => erase(tx, orgId, moment, limit))) || null

/** `eraseSome` as the organization itself. */
export const erasedByOrganization =
  (erase: (tools: RetentionTools, tx: OrgTx, moment: Date) => Promise<number | null>): KeptHistory['eraseSome'] =>
  (tools, orgId, moment) =>
    tools.db.withOrg(orgId, (tx) => erase(tools, tx, moment))
