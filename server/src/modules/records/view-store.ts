import type { RecordView } from '@imperium/contract/entities/record-views.ts'
import type { OrgTx } from '../../platform/db/database.ts'

const columns = ['id', 'name', 'layout', 'by_field', 'q', 'filter', 'sort', 'created_at', 'updated_at'] as const

export interface ViewValues {
  name: string
  layout: RecordView['layout']
  by: string
  q: string
  filter: string
  sort: string
}

const stored = ({ by, ...values }: ViewValues) => ({ ...values, by_field: by })

export const listViews = (tx: OrgTx, entityId: string, most: number) =>
  tx.selectFrom('record_views').select(columns).where('entity_id', '=', entityId).orderBy('name').orderBy('id').limit(most).execute()

export type ViewRow = Awaited<ReturnType<typeof listViews>>[number]

export const insertView = (tx: OrgTx, id: string, entityId: string, values: ViewValues) =>
  tx
    .insertInto('record_views')
    .values({ org_id: tx.orgId, id, entity_id: entityId, ...stored(values) })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const lockView = (tx: OrgTx, entityId: string, id: string) =>
  tx.selectFrom('record_views').select(columns).where('id', '=', id).where('entity_id', '=', entityId).forUpdate().executeTakeFirst()

export const writeView = (tx: OrgTx, id: string, values: ViewValues, now: Date) =>
  tx
    .updateTable('record_views')
    .set({ ...stored(values), updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const deleteView = (tx: OrgTx, id: string) => tx.deleteFrom('record_views').where('id', '=', id).execute()
