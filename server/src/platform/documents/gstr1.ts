import { isGstin } from '@imperium/contract/sales/gstin.ts'
import { uqcOf } from '@imperium/contract/sales/units.ts'
import { added, day, grouped, isExport, isInterState, ratedLines, ratesOf, rupees, signOf, signed, untaxedLines } from './gst-document.ts'
import type { GstDocument, RateSums } from './gst-document.ts'

interface Seller {
  gstin: string
  /** 2026-12. */
  month: string
}

/** Invoices to unregistered customers of other states above this are reported one by one (₹1,00,000 since August 2024; before ₹2,50,000). */
const largeFrom = (date: string): number => (date < '2024-08-01' ? 25_000_000 : 10_000_000)
/** Since this month table 12 has two parts, for registered and for other customers (GSTN, table 12, phase 3). */
const splitCodesFrom = '2025-04'

const invoiceTypes = {
  regular: 'R',
  sez: 'SEWP',
  'sez-lut': 'SEWOP',
  'deemed-export': 'DE',
  export: 'R',
  'export-lut': 'R',
  'intra-community': 'R',
} as const

const amountsOf = ({ taxable, igst, cgst, sgst }: Omit<RateSums, 'rt'>, isInter: boolean) => ({
  txval: rupees(taxable),
  ...(isInter ? { iamt: rupees(igst) } : { camt: rupees(cgst), samt: rupees(sgst) }),
  csamt: 0,
})

const flag = (is: boolean) => (is ? 'Y' : 'N')
const isRegistered = ({ customerTaxId }: GstDocument) => isGstin(customerTaxId)
/** Registered, and inside India: exports stand with supplies to consumers in table 12. */
const isBusiness = (each: GstDocument) => isRegistered(each) && !isExport(each)
const isHome = (each: GstDocument) => !isRegistered(each) && !isExport(each)
const hasTax = ({ taxes }: GstDocument) => taxes.some(({ amount }) => amount > 0)

/** The sections that have a row: the portal refuses empty ones. */
function filled<T extends Record<string, unknown[]>>(sections: T): Partial<T> {
  const rows = Object.entries(sections).filter(([, section]) => section.length > 0)
  return Object.fromEntries(rows) as Partial<T>
}

/** The return of outward supplies of a month in the shape of GSTR-1 (GST portal and its offline tool). */
export function gstr1Of({ gstin, month }: Seller, all: readonly GstDocument[]) {
  const state = gstin.slice(0, 2)
  const isInter = (each: GstDocument) => isInterState(each, state)
  const isLarge = (each: GstDocument) => isInter(each) && (each.invoiceTotal ?? each.total) > largeFrom(each.invoiceDate ?? each.date)
  const counted = all.filter(({ isVoid }) => !isVoid)
  const rated = counted.filter((each) => ratedLines(each).length > 0)
  const invoices = rated.filter(({ kind }) => kind === 'invoice')
  const notes = rated.filter(({ kind }) => kind === 'credit-note')
  const itemsOf = (each: GstDocument) =>
    ratesOf(each, state).map((rate, at) => ({ num: at + 1, itm_det: { rt: rate.rt, ...amountsOf(rate, isInter(each)) } }))
  const [year = '', number = ''] = month.split('-')
  const head = (each: GstDocument) => ({ inum: each.number, idt: day(each.date), val: rupees(each.total) })
  const noteHead = (each: GstDocument) => ({ ntty: 'C', nt_num: each.number, nt_dt: day(each.date), val: rupees(each.total) })
  const ofCustomer = (each: GstDocument) => ({
    pos: each.placeOfSupply,
    rchrg: flag(each.reverseCharge),
    inv_typ: invoiceTypes[each.supplyType],
    itms: itemsOf(each),
  })
  const byCustomer = ({ customerTaxId }: GstDocument) => customerTaxId
  const sections = filled({
    b2b: grouped(invoices.filter(isBusiness), byCustomer, (ctin, of) => ({
      ctin,
      inv: of.map((each) => ({ ...head(each), ...ofCustomer(each) })),
    })),
    b2cl: grouped(
      invoices.filter((each) => isHome(each) && isLarge(each)),
      ({ placeOfSupply }) => placeOfSupply,
      (pos, of) => ({ pos, inv: of.map((each) => ({ ...head(each), itms: itemsOf(each) })) }),
    ),
    b2cs: smallOf(
      rated.filter((each) => isHome(each) && !isLarge(each)),
      state,
    ),
    exp: grouped(
      invoices.filter(isExport),
      (each) => (hasTax(each) ? 'WPAY' : 'WOPAY'),
      (exp_typ, of) => ({
        exp_typ,
        inv: of.map((each) => ({
          ...head(each),
          itms: ratesOf(each, state).map(({ rt, taxable, igst }) => ({ txval: rupees(taxable), rt, iamt: rupees(igst), csamt: 0 })),
        })),
      }),
    ),
    cdnr: grouped(notes.filter(isBusiness), byCustomer, (ctin, of) => ({
      ctin,
      nt: of.map((each) => ({ ...noteHead(each), ...ofCustomer(each) })),
    })),
    cdnur: notes
      .filter((each) => isExport(each) || (isHome(each) && isLarge(each)))
      .map((each) => ({
        ...noteHead(each),
        typ: !isExport(each) ? 'B2CL' : hasTax(each) ? 'EXPWP' : 'EXPWOP',
        ...(isExport(each) ? {} : { pos: each.placeOfSupply }),
        itms: itemsOf(each),
      })),
  })
  const nil = untaxedOf(counted, state)
  const codes = month < splitCodesFrom ? filled({ data: codesOf(counted, state) }) : codesByCustomer(counted, state)
  const issued = issuedOf(all)
  return {
    gstin,
    fp: `${number}${year}`,
    version: 'GST3.2',
    hash: 'hash',
    ...sections,
    ...(nil.length === 0 ? {} : { nil: { inv: nil } }),
    ...(Object.keys(codes).length === 0 ? {} : { hsn: codes }),
    ...(issued.length === 0 ? {} : { doc_issue: { doc_det: issued } }),
  }
}

/** Table 7: the rest by place and rate, less its credit notes. */
function smallOf(documents: readonly GstDocument[], state: string) {
  const rows = documents.flatMap((each) =>
    signed(each, state).map((rate) => ({ ...rate, pos: each.placeOfSupply, isInter: isInterState(each, state) })),
  )
  return grouped(
    rows,
    ({ pos, rt }) => `${pos} ${String(rt).padStart(6, '0')}`,
    (_, of) => {
      const { pos = '', rt = 0, isInter: inter = false } = of[0] ?? {}
      return { sply_ty: inter ? 'INTER' : 'INTRA', rt, typ: 'OE', pos, ...amountsOf(added(of), inter) }
    },
  )
}

/** Table 8: nil-rated, exempt and non-GST supplies inside India by kind of customer, less their credit notes. */
function untaxedOf(documents: readonly GstDocument[], state: string) {
  const rows = documents.flatMap((each) => {
    const kind = `${isInterState(each, state) ? 'INTR' : 'INTRA'}${isRegistered(each) ? 'B2B' : 'B2C'}`
    return untaxedLines(each).map(({ category, taxable }) => ({ kind, category, amount: signOf(each) * taxable }))
  })
  return grouped(
    rows,
    ({ kind }) => kind,
    (sply_ty, of) => {
      const sum = (...categories: string[]) =>
        rupees(of.filter(({ category }) => categories.includes(category)).reduce((total, { amount }) => total + amount, 0))
      return { sply_ty, nil_amt: sum('nil', 'standard'), expt_amt: sum('exempt'), ngsup_amt: sum('outside') }
    },
  )
}

const codesByCustomer = (documents: readonly GstDocument[], state: string) =>
  filled({
    hsn_b2b: codesOf(documents.filter(isBusiness), state),
    hsn_b2c: codesOf(
      documents.filter((each) => !isBusiness(each)),
      state,
    ),
  })

/** Table 12: by code, unit and rate. The tax of a rate is shared out by the taxable value of its lines; the last one takes the rest. */
function codesOf(documents: readonly GstDocument[], state: string) {
  const rows = documents.flatMap((each) => {
    const coded = [...ratedLines(each), ...untaxedLines(each).filter(({ category }) => category !== 'outside')]
    const rateOf = (line: GstDocument['lines'][number]) => ratesOf(each, state, [line])[0]?.rt ?? 0
    return signed(each, state, coded).flatMap((rate) => {
      const lines = coded.filter((line) => rateOf(line) === rate.rt)
      let left = { igst: rate.igst, cgst: rate.cgst, sgst: rate.sgst }
      return lines.map((line, at) => {
        const taxable = signOf(each) * line.taxable
        const share = (amount: number) => (rate.taxable === 0 ? 0 : Math.round((amount * taxable) / rate.taxable))
        const own = at === lines.length - 1 ? left : { igst: share(rate.igst), cgst: share(rate.cgst), sgst: share(rate.sgst) }
        left = { igst: left.igst - own.igst, cgst: left.cgst - own.cgst, sgst: left.sgst - own.sgst }
        const uqc = line.code.startsWith('99') ? 'NA' : uqcOf(line.unit)
        return { ...line, ...own, uqc, rt: rate.rt, taxable, quantity: signOf(each) * Math.sign(line.taxable || 1) * line.quantity }
      })
    })
  })
  return grouped(
    rows,
    ({ code, uqc, rt }) => `${code} ${uqc} ${String(rt).padStart(6, '0')}`,
    (_, of) => of,
  ).map((of, at) => {
    const { code = '', description = '', rt = 0, uqc = 'OTH' } = of[0] ?? {}
    const sums = added(of)
    return {
      num: at + 1,
      hsn_sc: code,
      desc: description.slice(0, 30),
      uqc,
      qty: uqc === 'NA' ? 0 : Number(of.reduce((sum, { quantity }) => sum + quantity, 0).toFixed(2)),
      rt,
      txval: rupees(sums.taxable),
      iamt: rupees(sums.igst),
      camt: rupees(sums.cgst),
      samt: rupees(sums.sgst),
      csamt: 0,
    }
  })
}

/** Table 13: numbers that were issued, by kind and series; a void one is counted as cancelled. */
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
