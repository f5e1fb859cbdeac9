import { expect, test } from 'vitest'
import { gstr1Of } from './gstr1.ts'
import type { GstDocument } from './gstr1.ts'

const seller = { gstin: '27AAPFU0939F1ZV', month: '2026-11' }
const line = (taxable: number, basisPoints: number, code = '998314') => ({
  description: 'Consulting',
  code,
  quantity: 2,
  basisPoints,
  taxable,
})
const intra = (base: number, rate: number) =>
  (['CGST', 'SGST'] as const).map((kind) => ({ kind, basisPoints: rate / 2, base, amount: Math.round((base * rate) / 20_000) }))
const inter = (base: number, rate: number) => [
  { kind: 'IGST' as const, basisPoints: rate, base, amount: Math.round((base * rate) / 10_000) },
]
const invoice: GstDocument = {
  kind: 'invoice',
  number: 'INV/26-27/00001',
  date: '2026-11-05',
  total: 118_050,
  customerTaxId: '27AAPFU0939F1ZV',
  placeOfSupply: '27',
  reverseCharge: false,
  isVoid: false,
  lines: [line(100_042, 1_800)],
  taxes: intra(100_042, 1_800),
}

test('reports registered, large, small and foreign supplies, notes, codes and numbers with rupees of two decimals', () => {
  const unregistered = { ...invoice, customerTaxId: '' }
  const made = gstr1Of(seller, [
    invoice,
    {
      ...unregistered,
      number: 'INV/26-27/00002',
      placeOfSupply: '29',
      total: 11_800_000,
      lines: [line(10_000_000, 1_800)],
      taxes: inter(10_000_000, 1_800),
    },
    { ...unregistered, number: 'INV/26-27/00003', total: 11_800, lines: [line(10_000, 1_800)], taxes: intra(10_000, 1_800) },
    {
      ...unregistered,
      number: 'INV/26-27/00004',
      placeOfSupply: '29',
      total: 10_500,
      lines: [line(10_000, 500, '9403')],
      taxes: inter(10_000, 500),
    },
    { ...unregistered, number: 'INV/26-27/00005', placeOfSupply: '96', lines: [line(50_000, 0)], taxes: [], total: 50_000 },
    { ...invoice, number: 'INV/26-27/00006', isVoid: true },
    {
      ...invoice,
      kind: 'credit-note',
      number: 'CN/26-27/00001',
      total: 59_025,
      lines: [line(50_021, 1_800)],
      taxes: intra(50_021, 1_800),
      invoiceTotal: 118_050,
    },
    {
      ...unregistered,
      kind: 'credit-note',
      number: 'CN/26-27/00002',
      total: 5_900,
      lines: [line(5_000, 1_800)],
      taxes: intra(5_000, 1_800),
      invoiceTotal: 11_800,
    },
  ])
  expect(made).toMatchObject({ gstin: seller.gstin, fp: '112026' })
  expect(made.b2b).toEqual([
    {
      ctin: '27AAPFU0939F1ZV',
      inv: [
        {
          inum: 'INV/26-27/00001',
          idt: '05-11-2026',
          val: 1180.5,
          pos: '27',
          rchrg: 'N',
          inv_typ: 'R',
          itms: [{ num: 1, itm_det: { rt: 18, txval: 1000.42, camt: 90.04, samt: 90.04, csamt: 0 } }],
        },
      ],
    },
  ])
  expect(made.b2cl).toMatchObject([{ pos: '29', inv: [{ inum: 'INV/26-27/00002', val: 118_000, itms: [{ itm_det: { iamt: 18_000 } }] }] }])
  expect(made.b2cs).toEqual([
    { sply_ty: 'INTRA', rt: 18, typ: 'OE', pos: '27', txval: 50, camt: 4.5, samt: 4.5, csamt: 0 },
    { sply_ty: 'INTER', rt: 5, typ: 'OE', pos: '29', txval: 100, iamt: 5, csamt: 0 },
  ])
  expect(made.exp).toMatchObject([{ exp_typ: 'WOPAY', inv: [{ inum: 'INV/26-27/00005', itms: [{ txval: 500, rt: 0, iamt: 0 }] }] }])
  expect(made.cdnr).toMatchObject([{ nt: [{ ntty: 'C', nt_num: 'CN/26-27/00001', nt_dt: '05-11-2026', val: 590.25 }] }])
  expect(made.cdnur).toEqual([])
  expect(made.doc_issue.doc_det).toEqual([
    { doc_num: 1, docs: [{ num: 1, from: 'INV/26-27/00001', to: 'INV/26-27/00006', totnum: 6, cancel: 1, net_issue: 5 }] },
    { doc_num: 5, docs: [{ num: 1, from: 'CN/26-27/00001', to: 'CN/26-27/00002', totnum: 2, cancel: 0, net_issue: 2 }] },
  ])
  // What the codes add up to is what the other sections add up to.
  expect(made.hsn.data.map(({ hsn_sc: code, rt }) => [code, rt])).toEqual([
    ['9403', 5],
    ['998314', 0],
    ['998314', 18],
  ])
  const total = made.hsn.data.reduce((sum, { txval }) => sum + Math.round(txval * 100), 0)
  expect(total).toBe(100_042 + 10_000_000 + 10_000 + 10_000 + 50_000 - 50_021 - 5_000)
  expect(made.hsn.data.find(({ rt }) => rt === 5)).toMatchObject({ hsn_sc: '9403', uqc: 'OTH', qty: 2, iamt: 5 })
})
