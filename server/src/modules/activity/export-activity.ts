import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import type { ActCatalogue } from '../../platform/audit/acts.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { csvExport } from '../../platform/resources/csv-export.ts'
import { toActivityEntry, toAuditEntry } from './list-activity.ts'
import { listStream } from './store.ts'
import type { StreamFilter, StreamRow } from './store.ts'

const batch = 500

interface Table {
  head: readonly string[]
  cells: (acts: ActCatalogue, row: StreamRow) => readonly (string | null)[]
}

const activityTable: Table = {
  head: ['Time', 'Type', 'Action', 'Description', 'Status', 'User', 'IP address', 'Browser', 'Device'],
  cells: (acts, row) => {
    const entry = toActivityEntry(acts, row)
    const { timestamp, type, action, description, status, userName, ipAddress, browser, device } = entry
    return [timestamp, type, action, description, status, userName, ipAddress, browser, device]
  },
}

const auditTable: Table = {
  head: (
    'Number,Time,Action,Description,Status,User,User id,User kind,IP address,Browser,Device,' +
    'Target kind,Target id,Target name,Request id,Before,After'
  ).split(','),
  cells: (acts, row) => {
    const entry = toAuditEntry(acts, row)
    const { id, timestamp, action, description, status, user, userId, actorKind, ipAddress, browser, device } = entry
    const { target, requestId, before, after } = entry
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
    const values = [id, timestamp, action, description, status, user, userId, actorKind, ipAddress, browser, device]
    return [...values, target?.kind ?? null, target?.id ?? null, target?.name ?? null, requestId, json(before), json(after)]
  },
}

const tables = { activity: activityTable, audit: auditTable }

/** The filtered log as CSV. */
export const exportStream = (
  acts: ActCatalogue,
  { inOrg }: Pick<OrgContext, 'inOrg'>,
  log: keyof typeof tables,
  filter: StreamFilter,
  now: Date,
): FileResponse =>
  csvExport<StreamRow, number>({
    head: tables[log].head,
    cells: (row) => tables[log].cells(acts, row),
    name: `${log}-log`,
    now,
    read: async (before) => {
      const rows = await inOrg((tx) => listStream(tx, filter, before, batch))
      return { rows, next: rows.length < batch ? null : (rows.at(-1)?.seq ?? null) }
    },
  })
