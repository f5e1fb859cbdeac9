import type { RecordImportPreview, RecordImportSettings } from '@imperium/contract/entities/record-imports.ts'
import { isRelation } from '@imperium/contract/entities/entity-fields.ts'
import { importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import type { LiveEntity, LiveField } from '../../entities/index.ts'
import { readableEntity } from '../change-records.ts'
import { findImport } from './import-store.ts'
import { readCell } from './read-cell.ts'
import { isBlankRow, recogniseLayout, rowsOf, tableIn } from './read-table.ts'
import type { TableRow } from './read-table.ts'

const rowsLookedAt = 500
const shownLength = 120

type Given = { [K in 'separator' | 'hasHeader' | 'columns']?: RecordImportSettings[K] | undefined }

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Fields that a file can fill. */
const fillable = ({ fields }: LiveEntity): LiveField[] => fields.filter(({ type }) => fieldTypes[type].input !== 'none')

/** The field that a column is called after, each once. */
function recogniseTargets(entity: LiveEntity, names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const field = fillable(entity).find((each) => [each.name, each.label].some((text) => plain(text) === plain(name)))
    if (!field || taken.has(field.name)) return ''
    taken.add(field.name)
    return field.name
  })
}

const isUnfit = (field: LiveField, text: string): boolean =>
  !isRelation(field.type) && text !== '' && 'refused' in readCell(field.type, text, field)

/** How the first rows would be read. @throws 404; 409 before the file is there whole; 422 for what is no table. */
export async function previewImport(
  platform: Platform,
  { org, inOrg }: Pick<OrgContext, 'org' | 'inOrg'>,
  id: string,
  given: Given,
): Promise<RecordImportPreview> {
  const { held, entity } = await inOrg(async (tx) => {
    const row = found(await findImport(tx, id))
    return { held: row, entity: await readableEntity(tx, row.entity) }
  })
  const fileId = held.file_id
  if (held.status !== 'uploaded' || !fileId) throw conflict('The file of this import is not waiting to be read.')
  const file = (fromByte: number) => platform.files.read(org.id, fileId, fromByte)
  const layout = await recogniseLayout(org.id, file, held.total_bytes, {
    ...(given.separator ? { separator: given.separator } : {}),
    ...(given.hasHeader === undefined ? {} : { hasHeader: given.hasHeader }),
  })
  const read: TableRow[] = []
  for await (const row of rowsOf(org.id, file, layout, { byte: 0, row: 0 })) {
    if (!isBlankRow(row)) read.push(row)
    if (read.length > rowsLookedAt) break
  }
  const rows = tableIn(read, layout.hasHeader).filter(({ fault }) => fault === null)
  const body = layout.hasHeader ? rows.slice(1) : rows
  if (rows.length === 0) throw invalid([{ path: 'file', message: 'The file has no rows.' }])
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  if (width > importLimits.columns) {
    const text = message('A file may have at most {max} columns, and this one has {count}.', { max: importLimits.columns, count: width })
    throw invalid([{ path: 'file', ...text }])
  }
  const head = layout.hasHeader ? (rows[0]?.cells ?? []) : []
  const names = Array.from({ length: width }, (_, at) => head[at]?.trim() || `Column ${at + 1}`)
  const targets = given.columns?.length === width ? given.columns : recogniseTargets(entity, names)
  return {
    ...layout,
    rows: body.length,
    columns: names.map((name, at) => {
      const values = body.map(({ cells }) => cells[at]?.trim() ?? '')
      const field = entity.fields.find((each) => each.name === targets[at])
      return {
        name: name.slice(0, shownLength),
        target: field?.name ?? '',
        examples: values
          .filter(Boolean)
          .slice(0, 3)
          .map((text) => text.slice(0, shownLength)),
        unfit: field ? values.filter((text) => isUnfit(field, text)).length : 0,
      }
    }),
  }
}
