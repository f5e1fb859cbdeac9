import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { computeDocument } from '@imperium/contract/sales/compute-tax.ts'
import type { TaxRules } from '@imperium/contract/sales/compute-tax.ts'
import { taxExamples } from '@imperium/contract/sales/test-tax-examples.ts'
import { inRupees } from './gst-document.ts'
import type { GstDocument } from './gst-document.ts'
import { gstr1Of } from './gstr1.ts'

const seller = { gstin: '27AAPFU0939F1ZV', month: '2026-11' }
const rules: TaxRules = { regime: 'GST', sellerState: '27', placeOfSupply: '27', reverseCharge: false, roundTotal: false }
const microsOfRupee = 1_000_000

/** The examples of the tax table that the seller of Maharashtra files, in their order, as invoices of one month. */
const documents = taxExamples.flatMap(({ filed, ...example }) => (filed ? [{ filed, ...example }] : []))
const invoices = documents.map(({ filed, lines, off, rules: given }, at): GstDocument => {
  const own = { ...rules, ...given }
  const typed = lines.map(([quantity, unitPrice, taxBasisPoints, more]) => ({ quantity, unitPrice, taxBasisPoints, ...more }))
  const { taxables, taxes, total } = computeDocument(typed, own, off)
  const document: GstDocument = {
    kind: 'invoice',
    number: `INV/26-27/${String(at + 1).padStart(5, '0')}`,
    date: '2026-11-05',
    total,
    customerTaxId: filed.taxId ?? '',
    placeOfSupply: own.placeOfSupply ?? '27',
    supplyType: own.supplyType ?? 'regular',
    reverseCharge: own.reverseCharge,
    isVoid: false,
    taxes,
    lines: typed.map(({ quantity, taxBasisPoints, taxCategory = 'standard' }, place) => ({
      description: 'Supply',
      code: filed.codes[place] ?? filed.codes[0] ?? '',
      unit: filed.units?.[place] ?? filed.units?.[0] ?? '',
      quantity,
      basisPoints: taxBasisPoints,
      category: taxCategory,
      taxable: taxables[place] ?? 0,
    })),
  }
  return inRupees(document, filed.micros ?? microsOfRupee)
})

/** A note that takes back one line of this value of an invoice. */
function noteOf(place: number, number: number, taxable: number): GstDocument {
  const invoice = invoices[place - 1]
  if (!invoice?.lines[0]) throw new Error('there is no such invoice')
  const basisPoints = invoice.lines[0].basisPoints
  const own = { ...rules, placeOfSupply: invoice.placeOfSupply, supplyType: invoice.supplyType }
  const { taxes, total } = computeDocument([{ quantity: 1, unitPrice: taxable, taxBasisPoints: basisPoints }], own)
  const lines = [{ ...invoice.lines[0], quantity: 1, taxable }]
  const of = { invoiceTotal: invoice.total, invoiceDate: invoice.date }
  return { ...invoice, kind: 'credit-note', number: `CN/26-27/0000${number}`, date: '2026-11-20', total, lines, taxes, ...of }
}
const notes = [noteOf(2, 1, 5_000_00), noteOf(14, 2, 1_080_00), noteOf(30, 3, 12_000_00), noteOf(4, 4, 50_000_00)]
const voided: GstDocument = { ...(invoices[0] as GstDocument), number: 'INV/26-27/00031', isVoid: true }

test('a month made of the whole tax table equals the return that was written by hand', () => {
  const written = JSON.parse(readFileSync(new URL('testing/gstr1-of-the-table.json', import.meta.url), 'utf8')) as object
  expect(gstr1Of(seller, [...invoices, voided, ...notes])).toEqual(written)
})

test('a credited invoice stays in the return of its month, and its note stands in the return of its own', () => {
  const [november] = gstr1Of(seller, invoices.slice(1, 2)).b2b ?? []
  const note = { ...noteOf(2, 1, 10_000_00), date: '2026-12-03' }
  expect(november?.inv).toMatchObject([{ val: 11_800 }])
  const december = gstr1Of({ ...seller, month: '2026-12' }, [note])
  expect(december.b2b).toBeUndefined()
  expect(december.cdnr).toMatchObject([{ nt: [{ nt_dt: '03-12-2026', val: 11_800 }] }])
  // Together they are nothing: the invoice is deducted once.
  const sum = gstr1Of(seller, [...invoices.slice(1, 2), note]).hsn as { hsn_b2b: { txval: number; iamt: number }[] }
  expect(sum.hsn_b2b).toMatchObject([{ txval: 0, iamt: 0 }])
})

test('before April 2025 table 12 is one list, and no section is empty', () => {
  const made = gstr1Of({ ...seller, month: '2025-03' }, invoices.slice(0, 1))
  expect(made.hsn).toMatchObject({ data: [{ hsn_sc: '998314' }] })
  expect(Object.keys(made)).toEqual(['gstin', 'fp', 'version', 'hash', 'b2b', 'hsn', 'doc_issue'])
})
