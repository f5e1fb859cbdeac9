import type { EntityProposal } from '@imperium/contract/entities/record-imports.ts'
import { entityLimits } from '@imperium/contract/entities/entity-fields.ts'
import type { FieldTypeName } from '@imperium/contract/kit/field-types/field-types.ts'
import { invalid } from '../../../platform/errors.ts'
import { decodeText } from '../../../platform/text/charset.ts'
import { isCode, isCodeColumn } from '../../../platform/text/code-column.ts'
import { isWorkbook, readTableCell } from '../../../platform/text/recognise-table.ts'
import { readCell } from './read-cell.ts'
import { isBlankRow, recogniseLayout, rowsOf, tableIn } from './read-table.ts'
import type { TableRow } from './read-table.ts'

type Field = EntityProposal['fields'][number]

/** From the narrowest to the widest: the first that all values of a column fit. */
const tried = ['boolean', 'number', 'money', 'date', 'date-time', 'email', 'phone', 'url', 'text'] as const
const mostChoices = 12
const longestChoice = 40
/** As many as an import reads at once, so that both find the same head. */
const firstRows = 500
/** What a sign means most often; the proposal is shown before it counts. */
const currencyOfSign: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR' }
const facts = { options: [], currency: 'USD', decimals: 6, pattern: '', prefix: '' }

/** What the values of one column have in common, however many there are. */
class ColumnGuess {
  private readonly fits = new Set<FieldTypeName>(tried)
  private readonly distinct = new Set<string>()
  private filled = 0
  private decimals = 0
  private currency = ''
  private readonly name: string

  constructor(name: string) {
    this.name = name
  }

  add(cell: string): void {
    const text = cell.trim()
    if (text === '') return
    this.filled += 1
    if (this.distinct.size <= mostChoices) this.distinct.add(text)
    const code = /^([A-Z]{3})\s|\s([A-Z]{3})$/.exec(text)
    this.currency ||= code?.[1] ?? code?.[2] ?? currencyOfSign[/\p{Sc}/u.exec(text)?.[0] ?? ''] ?? ''
    this.decimals = Math.max(this.decimals, /[.,](\d{1,6})$/.exec(text)?.[1]?.length ?? 0)
    const known = { ...facts, ...(this.currency ? { currency: this.currency } : {}) }
    if (isCode(text) || isCodeColumn(this.name)) for (const type of ['number', 'money'] as const) this.fits.delete(type)
    for (const type of this.fits) if ('refused' in readCell(type, text, known)) this.fits.delete(type)
  }

  toField(): Field {
    const label = this.name.slice(0, 80)
    const type = this.typeOf()
    return {
      label,
      type,
      required: false,
      help: '',
      options: type === 'choice' ? [...this.distinct].map((value) => ({ value, label: value })) : [],
      currency: this.currency || 'USD',
      decimals: Math.min(this.decimals, 6),
    }
  }

  private typeOf(): FieldTypeName {
    if (this.filled === 0) return 'text'
    const type = tried.find((each) => this.fits.has(each))
    if (type === undefined) return 'long-text'
    return type === 'text' && this.isChoice() ? 'choice' : type
  }

  /** Few values that come again and again. */
  private isChoice(): boolean {
    const values = [...this.distinct]
    return (
      values.length > 1 &&
      values.length <= mostChoices &&
      this.filled >= values.length * 3 &&
      values.every((value) => value.length <= longestChoice)
    )
  }
}

/** Fields for the columns of a table, by all of its rows. @throws 422 for what is no table. */
async function ofTable(orgId: string, bytes: Uint8Array): Promise<Field[]> {
  const open = async function* (fromByte: number) {
    yield bytes.subarray(fromByte)
  }
  const layout = await recogniseLayout(orgId, open, bytes.length, {})
  const columns: ColumnGuess[] = []
  const addRow = (row: TableRow): void => {
    if (isBlankRow(row) || row.fault !== null) return
    const isHead = columns.length === 0 && layout.hasHeader
    for (const [at, cell] of row.cells.slice(0, entityLimits.fields).entries()) {
      columns[at] ??= new ColumnGuess((isHead ? cell.trim() : '') || `Column ${at + 1}`)
      if (!isHead) columns[at].add(readTableCell(cell))
    }
  }
  let begin: TableRow[] | null = []
  for await (const row of rowsOf(orgId, open, layout, { byte: 0, row: 0 })) {
    begin?.push(row)
    if (begin === null) addRow(row)
    else if (begin.length >= firstRows) {
      tableIn(begin, layout.hasHeader).forEach(addRow)
      begin = null
    }
  }
  tableIn(begin ?? [], layout.hasHeader).forEach(addRow)
  return columns.map((column) => column.toField())
}

interface JsonSchema {
  title?: unknown
  type?: unknown
  format?: unknown
  description?: unknown
  enum?: unknown
  items?: unknown
  maxLength?: unknown
  properties?: unknown
  required?: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim().slice(0, most) : ''
const choicesOf = (schema: JsonSchema): string[] =>
  (Array.isArray(schema.enum) ? schema.enum : [])
    .filter((each) => typeof each === 'string' && each !== '')
    .map((each) => String(each).slice(0, 100))
const formats: Readonly<Record<string, FieldTypeName>> = { email: 'email', uri: 'url', url: 'url', date: 'date', 'date-time': 'date-time' }
const longText = 500

function typeOfSchema(schema: JsonSchema): FieldTypeName {
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type
  if (choicesOf(schema).length > 0) return 'choice'
  if (type === 'array') return isObject(schema.items) && choicesOf(schema.items).length > 0 ? 'choices' : 'text'
  if (type === 'boolean') return 'boolean'
  if (type === 'number' || type === 'integer') return 'number'
  if (typeof schema.format === 'string' && formats[schema.format]) return formats[schema.format] ?? 'text'
  return typeof schema.maxLength === 'number' && schema.maxLength > longText ? 'long-text' : 'text'
}

/** Fields for the properties of a JSON Schema. @throws 422 without properties. */
function ofSchema(text: string): EntityProposal {
  let schema: unknown
  try {
    schema = JSON.parse(text)
  } catch {
    throw invalid([{ path: 'file', message: 'This is neither a table nor a JSON Schema.' }])
  }
  if (!isObject(schema) || !isObject(schema['properties']))
    throw invalid([{ path: 'file', message: 'This is neither a table nor a JSON Schema.' }])
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const fields = Object.entries(schema['properties']).slice(0, entityLimits.fields)
  return {
    displayName: textOf(schema['title'], 80),
    fields: fields.map(([name, given], at): Field => {
      const property: JsonSchema = isObject(given) ? given : {}
      const type = typeOfSchema(property)
      const items: JsonSchema = isObject(property.items) ? property.items : {}
      const choices = type === 'choice' ? choicesOf(property) : type === 'choices' ? choicesOf(items) : []
      return {
        label: textOf(property.title, 80) || textOf(name, 80) || `Field ${at + 1}`,
        type,
        required: required.includes(name),
        help: textOf(property.description, 300),
        options: [...new Set(choices)].slice(0, 200).map((value) => ({ value, label: value })),
        currency: 'USD',
        decimals: property.type === 'integer' ? 0 : 2,
      }
    }),
  }
}

/** What an entity for the rows of a file, or for the objects of a JSON Schema, could look like. */
export async function proposeEntity(orgId: string, bytes: Uint8Array): Promise<EntityProposal> {
  const text = isWorkbook(bytes) ? null : decodeText(bytes)?.text
  if (text?.trimStart().startsWith('{')) return withOwnLabels(ofSchema(text))
  return withOwnLabels({ displayName: '', fields: await ofTable(orgId, bytes) })
}

/** Two columns of one name are told apart. */
function withOwnLabels({ displayName, fields }: EntityProposal): EntityProposal {
  const taken = new Set<string>()
  return {
    displayName,
    fields: fields.map((field) => {
      let { label } = field
      for (let number = 2; taken.has(label.toLowerCase()); number++) label = `${field.label.slice(0, 76)} ${number}`
      taken.add(label.toLowerCase())
      return { ...field, label }
    }),
  }
}
