import { message, worded } from '@imperium/contract/kit/message.ts'
import type { SalesExpense } from '@imperium/contract/sales/sales-expenses.ts'
import type { EInvoice } from '../../../platform/e-invoices/e-invoice.ts'
import { readEInvoiceSafely } from '../../../platform/e-invoices/read-e-invoice-safely.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found, nextStamp } from '../../../platform/resources/checks.ts'
import { ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import { textOfFile } from '../documents/text-of-file.ts'
import { deleteExpense, insertExpense, lockExpense, markRecorded, toExpense } from './expense-store.ts'

type Context = Pick<OrgContext, 'tx' | 'audit'>

/** @throws 422 for what is no e-invoice, with the rule of EN 16931 that it breaks. */
async function read(bytes: Uint8Array): Promise<{ syntax: 'UBL' | 'CII'; invoice: EInvoice }> {
  const refuse = (text: string) => invalid([{ path: 'file', message: text }])
  const result = await readEInvoiceSafely(textOfFile(bytes)).catch((error: unknown) => {
    if (error instanceof ReaderFault) throw refuse('This file is no XML')
    if (error instanceof ReaderLimitError) throw refuse('Reading this file takes too much time or memory. Split it into smaller files.')
    throw error
  })
  if ('fault' in result) throw refuse(result.fault)
  if (result.broken.length > 0)
    throw invalid(
      result.broken.map(({ rule, text }) => ({
        path: 'file',
        ...worded(message('The e-invoice breaks the rule {rule}: {text}', { rule, text })),
      })),
    )
  return result
}

/** A credit note is an expense below nothing. @throws 409 for an invoice that is an expense already; 422. */
export async function importEInvoice({ tx, audit }: Context, bytes: Uint8Array): Promise<SalesExpense> {
  const { syntax, invoice } = await read(bytes)
  const { kind, number, date, dueDate, currency, note, seller, lines, totals } = invoice
  const sign = kind === 'credit-note' ? -1 : 1
  const id = newId()
  const isNew = await insertExpense(tx, {
    id,
    supplier: seller.name.slice(0, 200),
    supplier_tax_id: seller.vatId,
    supplier_country: seller.country,
    number: number.slice(0, 100),
    date,
    due_date: dueDate,
    currency,
    net: sign * totals.net,
    tax: sign * totals.vat,
    amount: sign * totals.gross,
    notes: note.slice(0, 2_000),
    lines: JSON.stringify(lines),
    source: syntax,
  })
  if (!isNew) throw conflict('This invoice of the supplier is an expense already.')
  audit({
    targetId: id,
    targetName: `${seller.name} ${number}`.slice(0, 200),
    after: { amount: sign * totals.gross, currency, source: syntax },
  })
  return toExpense(found(await lockExpense(tx, id)))
}

/** @throws 404; 409 unless it is a draft. */
export async function recordExpense({ clock }: Platform, { tx, audit }: Context, id: string): Promise<SalesExpense> {
  const row = found(await lockExpense(tx, id))
  if (row.status !== 'Draft') throw conflict('This expense is recorded already.')
  await markRecorded(tx, id, nextStamp(row, clock.now()))
  audit({ targetName: `${row.supplier} ${row.number}`, before: { status: 'Draft' }, after: { status: 'Recorded' } })
  return toExpense(found(await lockExpense(tx, id)))
}

/** @throws 404; 409 unless it is a draft. */
export async function removeExpense({ tx, audit }: Context, id: string): Promise<null> {
  const row = found(await lockExpense(tx, id))
  if (row.status !== 'Draft') throw conflict('This expense is recorded already.')
  await deleteExpense(tx, id)
  audit({ targetName: `${row.supplier} ${row.number}`, before: { amount: row.amount, currency: row.currency } })
  return null
}
