import type { SalesImport } from '@imperium/contract/sales/sales-imports.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import { invalid } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { documentBodyOf, readDocumentInput } from '../automation/document-input.ts'
import { readSettings } from '../settings/settings-store.ts'
import { hundredths, importItems, readImport } from './import-rows.ts'
import type { NumberedRow } from './import-rows.ts'

type Body = Awaited<ReturnType<typeof documentBodyOf>>

interface Imported {
  body: Body
  /** Days as they stand in the file, checked. */
  date: string | undefined
  dueDate: string | undefined
}

interface ImportDocuments {
  context: Pick<OrgContext, 'tx' | 'audit'>
  bytes: Uint8Array
  check: boolean
  create: (document: Imported) => Promise<{ customer: string; amount: number; currency: string }>
}

/** Headings of the cells that errors of the API are about. */
const headings: Readonly<Record<string, string>> = {
  contact: 'Contact',
  contactId: 'Contact',
  currency: 'Currency',
  notes: 'Notes',
  date: 'Date',
  dueDate: 'Due date',
  customerTaxId: 'Tax ID',
  sku: 'SKU',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  taxPercent: 'Tax %',
  taxBasisPoints: 'Tax %',
}

/** Rows with one reference are the lines of one document; a row without is a document by itself. */
function groupRows(rows: readonly NumberedRow[]): NumberedRow[][] {
  const groups = new Map<string, NumberedRow[]>()
  for (const row of rows) {
    const reference = row.cell('Reference') || `line ${row.line}`
    groups.set(reference, [...(groups.get(reference) ?? []), row])
  }
  return [...groups.values()]
}

const given = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))

/** Columns of the document: only its first row needs them. */
const ofDocument = { contact: 'Contact', currency: 'Currency', date: 'Date', dueDate: 'Due date', customerTaxId: 'Tax ID' }

/** @throws 422 where two rows of one document say different things about it. */
function assertAgreed([head, ...others]: readonly NumberedRow[]): void {
  for (const { line, cell } of others)
    for (const [path, heading] of Object.entries(ofDocument)) {
      const said = cell(heading)
      if (said !== '' && said.toLowerCase() !== head?.cell(heading).toLowerCase())
        throw invalid([{ path, ...worded(message('Row {line} of the same reference says "{value}"', { line, value: said })) }])
    }
}

const lineOf = ({ cell, amount }: NumberedRow, at: number, currency: string) => {
  const unitPrice = amount('Unit price', `lines.${at}.unitPrice`, { currency })
  const taxPercent = amount('Tax %', `lines.${at}.taxPercent`, 'percent')
  if (taxPercent !== undefined) hundredths(taxPercent, `lines.${at}.taxPercent`)
  return given({
    sku: cell('SKU'),
    description: cell('Description'),
    quantity: amount('Quantity', `lines.${at}.quantity`, 'pieces'),
    unitPrice,
    taxPercent,
  })
}

/** Line and heading of an error at `lines.2.unitPrice`. */
function place(rows: readonly NumberedRow[], path: string) {
  const [first = '', at = '', field = ''] = path.split('.')
  const row = first === 'lines' ? rows[Number(at)] : undefined
  return { line: (row ?? rows[0])?.line ?? 0, column: headings[first === 'lines' ? field : first] ?? '' }
}

/** Creates a document of each reference. @throws 422 for what is no such file. */
export async function importDocuments({ context, bytes, check, create }: ImportDocuments): Promise<SalesImport> {
  const { currency: usual } = await readSettings(context.tx)
  return importItems({
    context,
    check,
    items: groupRows(await readImport(context.tx.orgId, bytes, 'Contact')),
    rowsOf: (rows) => rows,
    place,
    save: async (rows) => {
      const [head] = rows
      if (!head) throw invalid([{ path: '', message: 'Add at least one line' }])
      assertAgreed(rows)
      const currency = head.cell('Currency').toUpperCase()
      const input = readDocumentInput({
        contact: head.cell('Contact'),
        lines: rows.map((row, at) => lineOf(row, at, currency || usual)),
        notes: head.cell('Notes'),
        ...given({ currency }),
      })
      const days = { date: head.day('Date', 'date'), dueDate: head.day('Due date', 'dueDate') }
      const made = await create({ body: await documentBodyOf(context.tx, input, { customerTaxId: head.cell('Tax ID') }), ...days })
      return { did: 'created', name: made.customer, amount: made.amount, currency: made.currency }
    },
  })
}
