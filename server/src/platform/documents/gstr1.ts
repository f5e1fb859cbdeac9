import type { TaxAmount } from '@imperium/contract/sales/compute-tax.ts'
import { isGstin } from '@imperium/contract/sales/gstin.ts'

/** An issued invoice or credit note, as a return needs it. Amounts in paise. */
export interface GstDocument {
  kind: 'invoice' | 'credit-note'
  number: string
  /** 2026-12-24. */
  date: string
  total: number
  customerTaxId: string
  /** State code; 96: outside India. */
  placeOfSupply: string
  reverseCharge: boolean
  isVoid: boolean
  lines: readonly GstLine[]
  taxes: readonly TaxAmount[]
  /** What the invoice of a credit note was worth: it decides where the note is reported. */
  invoiceTotal?: number
}

export interface GstLine {
  description: string
  /** HSN or SAC. */
  code: string
  quantity: number
  basisPoints: number
  taxable: number
}

interface Seller {
  gstin: string
  /** 2026-12. */
  month: string
}

/** Invoices to unregistered customers of other states above this are reported one by one (₹1,00,000 since August 2024; before ₹2,50,000). */
const largeFrom = (date: string): number => (date < '2024-08-01' ? 25_000_000 : 10_000_000)
const outsideIndia = '96'

const rupees = (paise: number): number => Number((paise / 100).toFixed(2))
const day = (date: string): string => date.split('-').toReversed().join('-')

interface RateSums {
  rt: number
  taxable: number
  igst: number
  cgst: number
  sgst: number
}

/** Taxable value and tax of each rate. */
function ratesOf({ lines, taxes }: Pick<GstDocument, 'lines' | 'taxes'>): RateSums[] {
  const rates = [...new Set(lines.map(({ basisPoints }) => basisPoints))].toSorted((one, other) => one - other)
  const taxOf = (basisPoints: number, ...kinds: string[]) =>
    taxes.filter((each) => kinds.includes(each.kind) && each.basisPoints === basisPoints).reduce((sum, each) => sum + each.amount, 0)
  return rates.map((rate) => ({
    rt: rate / 100,
    taxable: lines.filter(({ basisPoints }) => basisPoints === rate).reduce((sum, line) => sum + line.taxable, 0),
    igst: taxOf(rate, 'IGST'),
    cgst: taxOf(rate / 2, 'CGST'),
    sgst: taxOf(rate / 2, 'SGST', 'UTGST'),
  }))
}

const amountsOf = ({ taxable, igst, cgst, sgst }: Omit<RateSums, 'rt'>, isInterState: boolean) => ({
  txval: rupees(taxable),
  ...(isInterState ? { iamt: rupees(igst) } : { camt: rupees(cgst), samt: rupees(sgst) }),
  csamt: 0,
})

const itemsOf = (document: GstDocument, isInterState: boolean) =>
  ratesOf(document).map((rate, at) => ({ num: at + 1, itm_det: { rt: rate.rt, ...amountsOf(rate, isInterState) } }))

function grouped<T, R>(items: readonly T[], keyOf: (item: T) => string, toRow: (key: string, of: T[]) => R): R[] {
  return [...Map.groupBy(items, keyOf)].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, of]) => toRow(key, of))
}

/** The return of outward supplies of a month in the shape of GSTR-1 (GST portal and its offline tool). */
export function gstr1Of({ gstin, month }: Seller, all: readonly GstDocument[]) {
  const state = gstin.slice(0, 2)
  const isInter = ({ placeOfSupply }: GstDocument) => placeOfSupply !== state
  const isRegistered = ({ customerTaxId }: GstDocument) => isGstin(customerTaxId)
  const isExport = ({ placeOfSupply }: GstDocument) => placeOfSupply === outsideIndia
  const isLarge = (each: GstDocument) => isInter(each) && (each.invoiceTotal ?? each.total) > largeFrom(each.date)
  const counted = all.filter(({ isVoid }) => !isVoid)
  const invoices = counted.filter(({ kind }) => kind === 'invoice')
  const notes = counted.filter(({ kind }) => kind === 'credit-note')
  const home = (each: GstDocument) => !isRegistered(each) && !isExport(each)
  const flag = (is: boolean) => (is ? 'Y' : 'N')
  const [year = '', number = ''] = month.split('-')
  const head = (each: GstDocument) => ({ inum: each.number, idt: day(each.date), val: rupees(each.total) })
  const noteHead = (each: GstDocument) => ({ ntty: 'C', nt_num: each.number, nt_dt: day(each.date), val: rupees(each.total) })
  return {
    gstin,
    fp: `${number}${year}`,
    version: 'GST3.2',
    hash: 'hash',
    b2b: grouped(
      invoices.filter(isRegistered),
      ({ customerTaxId }) => customerTaxId,
      (ctin, of) => ({
        ctin,
        inv: of.map((each) => ({
          ...head(each),
          pos: each.placeOfSupply,
          rchrg: flag(each.reverseCharge),
          inv_typ: 'R',
          itms: itemsOf(each, isInter(each)),
        })),
      }),
    ),
    b2cl: grouped(
      invoices.filter((each) => home(each) && isLarge(each)),
      ({ placeOfSupply }) => placeOfSupply,
      (pos, of) => ({ pos, inv: of.map((each) => ({ ...head(each), itms: itemsOf(each, true) })) }),
    ),
    b2cs: smallOf(
      counted.filter((each) => home(each) && !isLarge(each)),
      isInter,
    ),
    exp: grouped(
      invoices.filter((each) => !isRegistered(each) && isExport(each)),
      (each) => (each.taxes.some(({ amount }) => amount > 0) ? 'WPAY' : 'WOPAY'),
      (exp_typ, of) => ({
        exp_typ,
        inv: of.map((each) => ({
          ...head(each),
          itms: ratesOf(each).map(({ rt, taxable, igst }) => ({ txval: rupees(taxable), rt, iamt: rupees(igst), csamt: 0 })),
        })),
      }),
    ),
    cdnr: grouped(
      notes.filter(isRegistered),
      ({ customerTaxId }) => customerTaxId,
      (ctin, of) => ({
        ctin,
        nt: of.map((each) => ({
          ...noteHead(each),
          pos: each.placeOfSupply,
          rchrg: flag(each.reverseCharge),
          inv_typ: 'R',
          itms: itemsOf(each, isInter(each)),
        })),
      }),
    ),
    cdnur: notes
      .filter((each) => !isRegistered(each) && (isExport(each) || isLarge(each)))
      .map((each) => ({
        ...noteHead(each),
        typ: !isExport(each) ? 'B2CL' : each.taxes.some(({ amount }) => amount > 0) ? 'EXPWP' : 'EXPWOP',
        ...(isExport(each) ? {} : { pos: each.placeOfSupply }),
        itms: itemsOf(each, true),
      })),
    hsn: { data: codesOf(counted) },
    doc_issue: { doc_det: issuedOf(all) },
  }
}

const signOf = ({ kind }: GstDocument): 1 | -1 => (kind === 'credit-note' ? -1 : 1)

const signed = (document: GstDocument): RateSums[] =>
  ratesOf(document).map(({ rt, ...sums }) => {
    const sign = signOf(document)
    return { rt, taxable: sign * sums.taxable, igst: sign * sums.igst, cgst: sign * sums.cgst, sgst: sign * sums.sgst }
  })

const none = { taxable: 0, igst: 0, cgst: 0, sgst: 0 }
const added = (sums: readonly Omit<RateSums, 'rt'>[]) =>
  sums.reduce<typeof none>(
    (sum, each) => ({
      taxable: sum.taxable + each.taxable,
      igst: sum.igst + each.igst,
      cgst: sum.cgst + each.cgst,
      sgst: sum.sgst + each.sgst,
    }),
    none,
  )

/** The rest by place and rate, less its credit notes. */
function smallOf(documents: readonly GstDocument[], isInter: (document: GstDocument) => boolean) {
  const rows = documents.flatMap((each) => signed(each).map((rate) => ({ ...rate, pos: each.placeOfSupply, isInter: isInter(each) })))
  return grouped(
    rows,
    ({ pos, rt }) => `${pos} ${String(rt).padStart(6, '0')}`,
    (_, of) => {
      const { pos = '', rt = 0, isInter: inter = false } = of[0] ?? {}
      return { sply_ty: inter ? 'INTER' : 'INTRA', rt, typ: 'OE', pos, ...amountsOf(added(of), inter) }
    },
  )
}

/** By code and rate. The tax of a rate is shared out by the taxable value of its lines; the last one takes the rest. */
function codesOf(documents: readonly GstDocument[]) {
  const rows = documents.flatMap((each) =>
    signed(each).flatMap((rate) => {
      const lines = each.lines.filter(({ basisPoints }) => basisPoints === rate.rt * 100)
      let left = { igst: rate.igst, cgst: rate.cgst, sgst: rate.sgst }
      return lines.map((line, at) => {
        const taxable = signOf(each) * line.taxable
        const share = (amount: number) => (rate.taxable === 0 ? 0 : Math.round((amount * taxable) / rate.taxable))
        const own = at === lines.length - 1 ? left : { igst: share(rate.igst), cgst: share(rate.cgst), sgst: share(rate.sgst) }
        left = { igst: left.igst - own.igst, cgst: left.cgst - own.cgst, sgst: left.sgst - own.sgst }
        return { ...line, ...own, rt: rate.rt, taxable, quantity: signOf(each) * line.quantity }
      })
    }),
  )
  return grouped(
    rows,
    ({ code, rt }) => `${code} ${String(rt).padStart(6, '0')}`,
    (_, of) => of,
  ).map((of, at) => {
    const { code = '', description = '', rt = 0 } = of[0] ?? {}
    const sums = added(of)
    const isService = code.startsWith('99')
    return {
      num: at + 1,
      hsn_sc: code,
      desc: description.slice(0, 30),
      uqc: isService ? 'NA' : 'OTH',
      qty: isService ? 0 : Number(of.reduce((sum, { quantity }) => sum + quantity, 0).toFixed(2)),
      rt,
      txval: rupees(sums.taxable),
      iamt: rupees(sums.igst),
      camt: rupees(sums.cgst),
      samt: rupees(sums.sgst),
      csamt: 0,
    }
  })
}

/** Numbers that were issued, by kind and series; a void one is counted as cancelled. */
function issuedOf(documents: readonly GstDocument[]) {
  const kinds = [
    { doc_num: 1, kind: 'invoice' },
    { doc_num: 5, kind: 'credit-note' },
  ] as const
  return kinds.flatMap(({ doc_num, kind }) => {
    const own = documents.filter((each) => each.kind === kind)
    if (own.length === 0) return []
    const docs = grouped(
      own,
      ({ number }) => number.replace(/\d+$/, ''),
      (_, of) => {
        const numbers = of.map(({ number }) => number).toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
        const cancel = of.filter(({ isVoid }) => isVoid).length
        return { from: numbers[0], to: numbers.at(-1), totnum: of.length, cancel, net_issue: of.length - cancel }
      },
    )
    return [{ doc_num, docs: docs.map((each, at) => ({ num: at + 1, ...each })) }]
  })
}

/** The first day of a month (2026-12), and of the one after it. */
export function monthBounds(month: string): { first: string; after: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { first: `${month}-01`, after: new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10) }
}
