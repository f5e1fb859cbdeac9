import type { TaxRules } from './compute-tax.ts'

export interface TaxExample {
  name: string
  /** Act and section, rule, notification or article that the example follows. */
  source: string
  rules: Partial<TaxRules>
  /** Quantity, unit price in minor units, rate in hundredths of a percent. */
  lines: readonly (readonly [quantity: number, unitPrice: number, basisPoints: number])[]
  /** Kind and amount of each part, in the order of the document. */
  taxes: readonly (readonly [kind: string, amount: number])[]
  total: number
}

const vat = { regime: 'VAT', sellerState: null, placeOfSupply: null } as const
const rupees = { roundTotal: true } as const
/** The seller is in Maharashtra (27) unless it is said. */
const interState = { placeOfSupply: '29' } as const

/** Worked by hand from the published rules; the rates are those of the rule that is named. All are computed by `computeDocument`. */
export const taxExamples: readonly TaxExample[] = [
  {
    name: 'services within a State at 18 %: CGST and SGST, half each',
    source: 'IGST Act 2017, s. 8(2); CGST Act 2017, s. 9(1); Notification 11/2017-Central Tax (Rate)',
    rules: {},
    lines: [[1, 10_000_00, 1_800]],
    taxes: [
      ['CGST', 900_00],
      ['SGST', 900_00],
    ],
    total: 11_800_00,
  },
  {
    name: 'services to another State at 18 %: IGST',
    source: 'IGST Act 2017, s. 5(1), s. 7(3); Notification 8/2017-Integrated Tax (Rate)',
    rules: interState,
    lines: [[1, 10_000_00, 1_800]],
    taxes: [['IGST', 1_800_00]],
    total: 11_800_00,
  },
  {
    name: 'goods delivered to another State at 12 %: IGST',
    source: 'IGST Act 2017, s. 7(1), s. 10(1)(a); Notification 1/2017-Integrated Tax (Rate), schedule II',
    rules: { placeOfSupply: '33' },
    lines: [[40, 1_250_00, 1_200]],
    taxes: [['IGST', 6_000_00]],
    total: 56_000_00,
  },
  {
    name: 'within a Union territory without legislature: CGST and UTGST',
    source: 'UTGST Act 2017, s. 7(1); IGST Act 2017, s. 8',
    rules: { sellerState: '04', placeOfSupply: '04' },
    lines: [[3, 999_00, 500]],
    taxes: [
      ['CGST', 74_93],
      ['UTGST', 74_93],
    ],
    total: 3_146_86,
  },
  {
    name: 'within Delhi, which has a legislature: CGST and SGST',
    source: 'CGST Act 2017, s. 2(103) (State includes a Union territory with Legislature)',
    rules: { sellerState: '07', placeOfSupply: '07' },
    lines: [[1, 2_000_00, 500]],
    taxes: [
      ['CGST', 50_00],
      ['SGST', 50_00],
    ],
    total: 2_100_00,
  },
  {
    name: 'export of services with payment of tax: IGST, which is refunded',
    source: 'IGST Act 2017, s. 2(6), s. 7(5), s. 16(3)(b) as it stood for refunds of tax paid',
    rules: { placeOfSupply: '96' },
    lines: [[1, 5_00_000_00, 1_800]],
    taxes: [['IGST', 90_000_00]],
    total: 5_90_000_00,
  },
  {
    name: 'export under a bond or letter of undertaking: no tax on the line',
    source: 'IGST Act 2017, s. 16(1)(a), s. 16(3)(a); CGST Rules 2017, r. 96A',
    rules: { placeOfSupply: '96' },
    lines: [[1, 5_00_000_00, 0]],
    taxes: [],
    total: 5_00_000_00,
  },
  {
    name: 'to a unit in a special economic zone under a letter of undertaking: zero-rated',
    source: 'IGST Act 2017, s. 7(5)(b), s. 16(1)(b)',
    rules: interState,
    lines: [[12, 25_000_00, 0]],
    taxes: [],
    total: 3_00_000_00,
  },
  {
    name: 'to a unit in a special economic zone with payment of tax: always inter-State, so entered with a place outside the State',
    source: 'IGST Act 2017, s. 7(5)(b); CGST Act 2017, s. 54',
    rules: { placeOfSupply: '97' },
    lines: [[1, 1_00_000_00, 1_800]],
    taxes: [['IGST', 18_000_00]],
    total: 1_18_000_00,
  },
  {
    name: 'reverse charge: the recipient pays, the invoice charges none',
    source: 'CGST Act 2017, s. 9(3); Notification 13/2017-Central Tax (Rate); CGST Rules 2017, r. 46(p)',
    rules: { reverseCharge: true },
    lines: [[1, 30_000_00, 1_800]],
    taxes: [],
    total: 30_000_00,
  },
  {
    name: 'composition dealer: a bill of supply without tax',
    source: 'CGST Act 2017, s. 10(4), s. 31(3)(c); CGST Rules 2017, r. 49',
    rules: { regime: 'NONE' },
    lines: [[10, 450_00, 500]],
    taxes: [],
    total: 4_500_00,
  },
  {
    name: 'one invoice with several rates, and an exempt line',
    source: 'CGST Rules 2017, r. 46(l), (m): rate and amount of tax for each; CGST Act 2017, s. 11',
    rules: interState,
    lines: [
      [2, 1_000_00, 1_800],
      [1, 500_00, 500],
      [4, 250_00, 0],
      [1, 800_00, 1_200],
    ],
    taxes: [
      ['IGST', 25_00],
      ['IGST', 96_00],
      ['IGST', 360_00],
    ],
    total: 4_781_00,
  },
  {
    name: 'gold at 3 %: 1.5 % each',
    source: 'Notification 1/2017-Central Tax (Rate), schedule V',
    rules: {},
    lines: [[10, 6_543_21, 300]],
    taxes: [
      ['CGST', 981_48],
      ['SGST', 981_48],
    ],
    total: 67_395_06,
  },
  {
    name: 'rough diamonds at 0.25 %: 0.125 % each',
    source: 'Notification 1/2017-Central Tax (Rate), schedule VI',
    rules: {},
    lines: [[1, 80_000_00, 25]],
    taxes: [
      ['CGST', 100_00],
      ['SGST', 100_00],
    ],
    total: 80_200_00,
  },
  {
    name: 'rounding to the nearest rupee: 50 paise and more go up',
    source: 'CGST Act 2017, s. 170',
    rules: { ...interState, ...rupees },
    lines: [[1, 999_58, 1_800]],
    taxes: [['IGST', 179_92]],
    // 1,179.50
    total: 1_180_00,
  },
  {
    name: 'rounding to the nearest rupee: less than 50 paise are left out',
    source: 'CGST Act 2017, s. 170',
    rules: { ...interState, ...rupees },
    lines: [[1, 999_57, 1_800]],
    taxes: [['IGST', 179_92]],
    // 1,179.49
    total: 1_179_00,
  },
  {
    name: 'the discounted price is taxed where the discount stands in the invoice',
    source: 'CGST Act 2017, s. 15(3)(a)',
    rules: {},
    // 1,200.00 less 10 %.
    lines: [[5, 1_080_00, 1_800]],
    taxes: [
      ['CGST', 486_00],
      ['SGST', 486_00],
    ],
    total: 6_372_00,
  },
  {
    name: 'domestic supply in the EU: VAT at the standard rate',
    source: 'Directive 2006/112/EC, art. 73, 96; UStG (Germany) § 12(1)',
    rules: vat,
    lines: [
      [1, 1_000_00, 1_900],
      [3, 19_99, 700],
    ],
    taxes: [
      ['VAT', 4_20],
      ['VAT', 190_00],
    ],
    total: 1_254_17,
  },
  {
    name: 'services to a business in another member state: reverse charge, no VAT',
    source: 'Directive 2006/112/EC, art. 44, 196, 226(11a)',
    rules: { ...vat, reverseCharge: true },
    lines: [[8, 120_00, 1_900]],
    taxes: [],
    total: 960_00,
  },
  {
    name: 'goods exported from the EU: exempt with the right to deduct',
    source: 'Directive 2006/112/EC, art. 146(1)(a)',
    rules: vat,
    lines: [[100, 12_50, 0]],
    taxes: [],
    total: 1_250_00,
  },
  {
    name: 'VAT is computed on the sum of each rate and rounded once, half up',
    source: 'Directive 2006/112/EC, art. 226(8), (10); no rule of the Union on rounding (CJEU C-302/07, Wetherspoon)',
    rules: vat,
    // Three times 0.33 at 20 %: 0.198 of the sum, not three times 0.07.
    lines: [
      [1, 33, 2_000],
      [1, 33, 2_000],
      [1, 33, 2_000],
    ],
    taxes: [['VAT', 20]],
    total: 1_19,
  },
]
