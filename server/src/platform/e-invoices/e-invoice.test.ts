import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideRounded } from '@imperium/contract/sales/compute-tax.ts'
import { brokenRules } from './check-rules.ts'
import type { EInvoice } from './e-invoice.ts'
import { readEInvoice } from './read-e-invoice.ts'
import { readEInvoiceSafely } from './read-e-invoice-safely.ts'
import { writeCii } from './write-cii.ts'
import { writeUbl } from './write-ubl.ts'

const seller = { name: 'Söhne & Co <GmbH>', vatId: 'DE136695976', country: 'DE', street: 'Hafen 1', city: 'Hamburg', email: '' }
const buyer = { name: 'Käufer "AG"', vatId: 'ATU13585627', country: 'AT', street: 'Ring 2', city: '', email: '' }

// 2 x 100.00 less 10.00 at 19 % and 3 x 9.90 at 7 %, less 5 % of both: 180.50 and 28.21; VAT 34.30 and 1.97 (by hand).
const worked: EInvoice = {
  kind: 'invoice',
  number: 'INV/26-27/00001',
  date: '2026-11-29',
  dueDate: '2026-12-29',
  currency: 'EUR',
  note: 'Danke',
  buyerReference: '04011000-12345-34',
  orderReference: 'PO-7',
  preceding: null,
  seller,
  buyer,
  payment: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  lines: [
    {
      id: '1',
      name: 'Beratung',
      quantity: 2,
      unit: 'HUR',
      price: 100_00,
      discount: 10_00,
      amount: 190_00,
      category: 'S',
      basisPoints: 1_900,
    },
    { id: '2', name: 'Buch', quantity: 3, unit: 'C62', price: 9_90, discount: 0, amount: 29_70, category: 'S', basisPoints: 700 },
  ],
  allowances: [
    { amount: 9_50, category: 'S', basisPoints: 1_900 },
    { amount: 1_49, category: 'S', basisPoints: 700 },
  ],
  vat: [
    { category: 'S', basisPoints: 1_900, taxable: 180_50, amount: 34_30, reason: '' },
    { category: 'S', basisPoints: 700, taxable: 28_21, amount: 1_97, reason: '' },
  ],
  totals: { lines: 219_70, allowances: 10_99, net: 208_71, vat: 36_27, gross: 244_98, prepaid: 0, rounding: 0, payable: 244_98 },
}

const writers = [
  ['UBL', writeUbl],
  ['CII', writeCii],
] as const

describe.each(writers)('%s', (syntax, write) => {
  test('an invoice is written by the rules of EN 16931 and read as it was', () => {
    expect(brokenRules(worked)).toEqual([])
    expect(readEInvoice(write(worked))).toEqual({ syntax, invoice: worked, broken: [] })
  })

  test('a credit note names its invoice, and reverse charge its reason', () => {
    const line = { ...worked.lines[0]!, discount: 0, amount: 200_00, category: 'AE' as const, basisPoints: 0 }
    const note: EInvoice = {
      ...worked,
      kind: 'credit-note',
      preceding: { number: 'INV/26-27/00001', date: '2026-11-29' },
      lines: [line],
      allowances: [],
      vat: [{ category: 'AE', basisPoints: 0, taxable: 200_00, amount: 0, reason: 'Reverse charge' }],
      totals: { lines: 200_00, allowances: 0, net: 200_00, vat: 0, gross: 200_00, prepaid: 50_00, rounding: 0, payable: 150_00 },
    }
    expect(readEInvoice(write(note))).toEqual({ syntax, invoice: note, broken: [] })
    expect(brokenRules({ ...note, buyer: { ...buyer, vatId: '' } })).toEqual([expect.objectContaining({ rule: 'BR-AE-02' })])
  })

  test('any sound invoice is read as it was written', () => {
    const lines = fc.array(
      fc.record({
        quantity: fc.integer({ min: -9_000, max: 9_000 }),
        price: fc.nat({ max: 10_000_000 }),
        rate: fc.constantFrom(1_900, 700),
        name: fc.string({ minLength: 1 }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(lines, (made) => {
        const rows = made.map(({ quantity, price, rate, name }, at) => ({
          id: String(at + 1),
          // What XML cannot hold and spaces at the ends are no part of a name.
          name: name.replaceAll(/[\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/g, '').trim() || 'x',
          quantity: quantity / 1_000,
          unit: 'C62',
          price,
          discount: 0,
          amount: divideRounded(BigInt(quantity) * BigInt(price), 1_000n),
          category: 'S' as const,
          basisPoints: rate,
        }))
        const rates = [...new Set(rows.map(({ basisPoints }) => basisPoints))]
        const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
        const vat = rates.map((basisPoints) => {
          const taxable = sum(rows.filter((row) => row.basisPoints === basisPoints).map(({ amount }) => amount))
          return {
            category: 'S' as const,
            basisPoints,
            taxable,
            amount: divideRounded(BigInt(taxable) * BigInt(basisPoints), 10_000n),
            reason: '',
          }
        })
        const net = sum(rows.map(({ amount }) => amount))
        const tax = sum(vat.map(({ amount }) => amount))
        const totals = { lines: net, allowances: 0, net, vat: tax, gross: net + tax, prepaid: 0, rounding: 0, payable: net + tax }
        const invoice: EInvoice = { ...worked, lines: rows, allowances: [], vat, totals }
        expect(readEInvoice(write(invoice))).toEqual({ syntax, invoice, broken: [] })
      }),
      { numRuns: 40 },
    )
  })
})

test.each([
  ['BR-02', { number: '' }],
  ['BR-06', { seller: { ...seller, name: '' } }],
  ['BR-11', { buyer: { ...buyer, country: '' } }],
  ['BR-CO-25', { dueDate: null }],
  ['BR-61', { payment: { iban: 'DE00', bic: '' } }],
  ['BR-CO-10', { totals: { ...worked.totals, lines: 1 } }],
  ['BR-CO-15', { totals: { ...worked.totals, gross: 1 } }],
  ['BR-S-02', { seller: { ...seller, vatId: 'DE136695977' } }],
])('the rule %s is named where it is broken', (rule, change) => {
  expect(brokenRules({ ...worked, ...change }).map((broken) => broken.rule)).toContain(rule)
})

test.each([
  ['', 'This file is no XML'],
  ['<a><b></a>', 'This file is no complete XML'],
  ['<!DOCTYPE x><Invoice/>', 'This file has a document type, which is not read'],
  ['<Order/>', 'This XML is neither UBL nor CII'],
  [writeUbl(worked).replace('>244.98<', '>244.987<'), 'BR-DEC: "244.987" is no amount with two decimals'],
])('%s is refused', (text, fault) => expect(readEInvoice(text)).toEqual({ fault }))

test('a deep file is refused by the thread that reads it', async () => {
  await expect(readEInvoiceSafely(`${'<a>'.repeat(80)}${'</a>'.repeat(80)}`)).resolves.toEqual({
    fault: 'This file is too deep or too large',
  })
  await expect(readEInvoiceSafely(writeUbl(worked))).resolves.toMatchObject({ syntax: 'UBL', broken: [] })
})
