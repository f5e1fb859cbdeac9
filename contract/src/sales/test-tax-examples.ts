import type { Discount, TaxRules, TaxedLine } from './compute-tax.ts'

export interface TaxExample {
  name: string
  /** Act and section, rule, notification or article that the example follows. */
  source: string
  rules: Partial<TaxRules>
  /** Quantity, unit price in minor units, rate in hundredths of a percent. */
  lines: readonly (readonly [quantity: number, unitPrice: number, basisPoints: number, more?: Partial<TaxedLine>])[]
  /** Off the whole document. */
  off?: Discount
  /** Kind and amount of each part, in the order of the document. */
  taxes: readonly (readonly [kind: string, amount: number])[]
  total: number
  /** How the example stands in GSTR-1 of its seller in Maharashtra: to whom it goes, and codes and units of its lines (one for all, or each). */
  filed?: { taxId?: string; codes: readonly string[]; units?: readonly string[]; micros?: number }
}

/** Registered customers: of Maharashtra, of Karnataka, a special economic zone in Maharashtra. */
const local = '27AABCU9603R1ZN'
const southern = '29AAGCB7383J1Z4'
const zone = '27AAGCB7383J1Z8'
const service = ['998314']

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
    filed: { taxId: local, codes: service },
  },
  {
    name: 'services to another State at 18 %: IGST',
    source: 'IGST Act 2017, s. 5(1), s. 7(3); Notification 8/2017-Integrated Tax (Rate)',
    rules: interState,
    lines: [[1, 10_000_00, 1_800]],
    taxes: [['IGST', 1_800_00]],
    total: 11_800_00,
    filed: { taxId: southern, codes: service },
  },
  {
    name: 'goods delivered to another State at 12 %: IGST',
    source: 'IGST Act 2017, s. 7(1), s. 10(1)(a); Notification 1/2017-Integrated Tax (Rate), schedule II',
    rules: { placeOfSupply: '33' },
    lines: [[40, 1_250_00, 1_200]],
    taxes: [['IGST', 6_000_00]],
    total: 56_000_00,
    filed: { codes: ['9403'], units: ['NOS'] },
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
    filed: { codes: service },
  },
  {
    name: 'export under a bond or letter of undertaking: no tax on the line',
    source: 'IGST Act 2017, s. 16(1)(a), s. 16(3)(a); CGST Rules 2017, r. 96A',
    rules: { placeOfSupply: '96' },
    lines: [[1, 5_00_000_00, 0]],
    taxes: [],
    total: 5_00_000_00,
    filed: { codes: service },
  },
  {
    name: 'to a unit in a special economic zone under a letter of undertaking: zero-rated',
    source: 'IGST Act 2017, s. 7(5)(b), s. 16(1)(b)',
    rules: { ...interState, supplyType: 'sez-lut' },
    lines: [[12, 25_000_00, 0]],
    taxes: [],
    total: 3_00_000_00,
    filed: { taxId: southern, codes: service },
  },
  {
    name: 'to a unit in a special economic zone of the same State with payment of tax: always inter-State',
    source: 'IGST Act 2017, s. 7(5)(b); CGST Act 2017, s. 54',
    rules: { supplyType: 'sez' },
    lines: [[1, 1_00_000_00, 1_800]],
    taxes: [['IGST', 18_000_00]],
    total: 1_18_000_00,
    filed: { taxId: zone, codes: service },
  },
  {
    name: 'reverse charge: the recipient pays, the invoice charges none',
    source: 'CGST Act 2017, s. 9(3); Notification 13/2017-Central Tax (Rate); CGST Rules 2017, r. 46(p)',
    rules: { reverseCharge: true },
    lines: [[1, 30_000_00, 1_800]],
    taxes: [],
    total: 30_000_00,
    filed: { taxId: local, codes: ['996511'] },
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
    filed: { taxId: southern, codes: ['998314', '9403', '998314', '9403'], units: ['', 'NOS', '', 'NOS'] },
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
    filed: { codes: ['7108'], units: ['GMS'] },
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
    filed: { codes: ['7102'] },
  },
  {
    name: 'rounding to the nearest rupee: 50 paise and more go up',
    source: 'CGST Act 2017, s. 170',
    rules: { ...interState, ...rupees },
    lines: [[1, 999_58, 1_800]],
    taxes: [['IGST', 179_92]],
    // 1,179.50
    total: 1_180_00,
    filed: { codes: service },
  },
  {
    name: 'rounding to the nearest rupee: less than 50 paise are left out',
    source: 'CGST Act 2017, s. 170',
    rules: { ...interState, ...rupees },
    lines: [[1, 999_57, 1_800]],
    taxes: [['IGST', 179_92]],
    // 1,179.49
    total: 1_179_00,
    filed: { codes: service },
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
    filed: { codes: service },
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
  {
    name: 'a discount on the line in percent is taken off before tax',
    source: 'CGST Act 2017, s. 15(3)(a)',
    rules: {},
    // 6,000.00 less 10 % is 5,400.00.
    lines: [[5, 1_200_00, 1_800, { discountBasisPoints: 1_000 }]],
    taxes: [
      ['CGST', 486_00],
      ['SGST', 486_00],
    ],
    total: 6_372_00,
    filed: { codes: service },
  },
  {
    name: 'a discount on the line in rupees is taken off before tax',
    source: 'CGST Act 2017, s. 15(3)(a)',
    rules: interState,
    // 2,000.00 less 250.00 is 1,750.00; 18 % are 315.00.
    lines: [[2, 1_000_00, 1_800, { discountAmount: 250_00 }]],
    taxes: [['IGST', 315_00]],
    total: 2_065_00,
    filed: { taxId: southern, codes: service },
  },
  {
    name: 'a discount on the document is shared out over its rates',
    source: 'CGST Act 2017, s. 15(3)(a); CGST Rules 2017, r. 46(k)',
    rules: interState,
    // 15,000.00 less 5 % is 14,250.00: 9,500.00 at 18 % are 1,710.00, and 4,750.00 at 5 % are 237.50.
    lines: [
      [1, 10_000_00, 1_800],
      [1, 5_000_00, 500],
    ],
    off: { discountBasisPoints: 500 },
    taxes: [
      ['IGST', 237_50],
      ['IGST', 1_710_00],
    ],
    total: 16_197_50,
    filed: { taxId: southern, codes: service },
  },
  {
    name: 'a discount on the document in rupees that lines cannot share evenly',
    source: 'CGST Act 2017, s. 15(3)(a), s. 170',
    rules: interState,
    // 999.99 less 100.00 is 899.99; 18 % are 161.9982.
    lines: [
      [1, 333_33, 1_800],
      [1, 333_33, 1_800],
      [1, 333_33, 1_800],
    ],
    off: { discountAmount: 100_00 },
    taxes: [['IGST', 162_00]],
    total: 1_061_99,
    filed: { taxId: southern, codes: service },
  },
  {
    name: 'discounts on line and document, one after the other',
    source: 'CGST Act 2017, s. 15(3)(a)',
    rules: {},
    // 5,000.00 less 10 % is 4,500.00, less 2 % is 4,410.00; 9 % are 396.90.
    lines: [[10, 500_00, 1_800, { discountBasisPoints: 1_000 }]],
    off: { discountBasisPoints: 200 },
    taxes: [
      ['CGST', 396_90],
      ['SGST', 396_90],
    ],
    total: 5_203_80,
    filed: { taxId: local, codes: service },
  },
  {
    name: 'a negative line takes off at its own rate',
    source: 'CGST Act 2017, s. 15(1): the value is the price that is payable',
    rules: interState,
    // Three chairs, and one of an earlier delivery taken back: 800.00; 12 % are 96.00.
    lines: [
      [3, 400_00, 1_200],
      [1, -400_00, 1_200],
    ],
    taxes: [['IGST', 96_00]],
    total: 896_00,
    filed: { taxId: southern, codes: ['9403'], units: ['NOS'] },
  },
  {
    name: 'special economic zone under a letter of undertaking, lines with their usual rate: no tax is charged',
    source: 'IGST Act 2017, s. 16(1)(b), s. 16(3)(a); CGST Rules 2017, r. 46, proviso, r. 96A',
    rules: { supplyType: 'sez-lut' },
    lines: [[1, 40_000_00, 1_800]],
    taxes: [],
    total: 40_000_00,
    filed: { taxId: zone, codes: service },
  },
  {
    name: 'export under a letter of undertaking, lines with their usual rate, in dollars at 83.25 rupees',
    source: 'IGST Act 2017, s. 16(3)(a); CGST Rules 2017, r. 34, r. 96A',
    rules: { supplyType: 'export-lut', placeOfSupply: '96' },
    // 1,000.00 dollars are 83,250.00 rupees.
    lines: [[10, 100_00, 1_800]],
    taxes: [],
    total: 1_000_00,
    filed: { codes: service, micros: 83_250_000 },
  },
  {
    name: 'export with payment of tax, in euros at 90.10 rupees',
    source: 'IGST Act 2017, s. 16(3)(b); CGST Rules 2017, r. 34',
    rules: { supplyType: 'export', placeOfSupply: '96' },
    // 200.00 euros and 36.00 of tax: 18,020.00 and 3,243.60 rupees.
    lines: [[2, 100_00, 1_800]],
    taxes: [['IGST', 36_00]],
    total: 236_00,
    filed: { codes: service, micros: 90_100_000 },
  },
  {
    name: 'deemed export within the State: taxed as any supply',
    source: 'CGST Act 2017, s. 147; Notification 48/2017-Central Tax',
    rules: { supplyType: 'deemed-export' },
    lines: [[4, 5_000_00, 1_200]],
    taxes: [
      ['CGST', 1_200_00],
      ['SGST', 1_200_00],
    ],
    total: 22_400_00,
    filed: { taxId: local, codes: ['8471'], units: ['NOS'] },
  },
  {
    name: 'exempt goods: no tax whatever rate the line has',
    source: 'CGST Act 2017, s. 11; Notification 2/2017-Central Tax (Rate), entry 25 (fresh milk)',
    rules: {},
    lines: [[50, 60_00, 500, { taxCategory: 'exempt' }]],
    taxes: [],
    total: 3_000_00,
    filed: { codes: ['0401'], units: ['LTR'] },
  },
  {
    name: 'nil-rated goods to a registered customer of another State',
    source: 'CGST Act 2017, s. 2(47); Customs and GST tariff at 0 % (salt, 2501)',
    rules: interState,
    lines: [[25, 80_00, 0, { taxCategory: 'nil' }]],
    taxes: [],
    total: 2_000_00,
    filed: { taxId: southern, codes: ['2501'], units: ['KGS'] },
  },
  {
    name: 'outside of GST: petrol',
    source: 'CGST Act 2017, s. 9(2)',
    rules: {},
    lines: [[100, 105_50, 0, { taxCategory: 'outside' }]],
    taxes: [],
    total: 10_550_00,
    filed: { codes: ['2710'], units: ['LTR'] },
  },
  {
    name: 'a taxable and an exempt line within the State',
    source: 'CGST Rules 2017, r. 46A (invoice-cum-bill of supply)',
    rules: {},
    lines: [
      [1, 1_000_00, 1_800],
      [1, 500_00, 0, { taxCategory: 'exempt' }],
    ],
    taxes: [
      ['CGST', 90_00],
      ['SGST', 90_00],
    ],
    total: 1_680_00,
    filed: { codes: ['998314', '999293'] },
  },
  {
    name: 'goods transport under reverse charge to another State',
    source: 'CGST Act 2017, s. 9(3); Notification 13/2017-Central Tax (Rate), entry 1',
    rules: { ...interState, reverseCharge: true },
    lines: [[1, 30_000_00, 500]],
    taxes: [],
    total: 30_000_00,
    filed: { taxId: southern, codes: ['996511'] },
  },
  {
    name: 'a large invoice to an unregistered customer of another State',
    source: 'IGST Act 2017, s. 12(2)(b); Notification 12/2024-Central Tax (above 1,00,000 rupees)',
    rules: { placeOfSupply: '33' },
    lines: [[1, 1_20_000_00, 1_800]],
    taxes: [['IGST', 21_600_00]],
    total: 1_41_600_00,
    filed: { codes: service },
  },
  {
    name: 'composition dealer under GST: lines with their usual rate, and no tax',
    source: 'CGST Act 2017, s. 10(4); CGST Rules 2017, r. 5(1)(f)',
    rules: { isComposition: true },
    lines: [[3, 700_00, 1_800]],
    taxes: [],
    total: 2_100_00,
  },
  {
    name: 'VAT: a discount on the line',
    source: 'Directive 2006/112/EC, art. 79(b)',
    rules: vat,
    // 99.00 less 3 % is 96.03; 19 % are 18.2457.
    lines: [[10, 9_90, 1_900, { discountBasisPoints: 300 }]],
    taxes: [['VAT', 18_25]],
    total: 114_28,
  },
  {
    name: 'VAT: a discount on the document over two rates',
    source: 'Directive 2006/112/EC, art. 79(b), 226(8)',
    rules: vat,
    // 180.00 at 19 % are 34.20, 90.00 at 7 % are 6.30.
    lines: [
      [1, 200_00, 1_900],
      [1, 100_00, 700],
    ],
    off: { discountBasisPoints: 1_000 },
    taxes: [
      ['VAT', 6_30],
      ['VAT', 34_20],
    ],
    total: 310_50,
  },
  {
    name: 'goods to a business in another member state: exempt',
    source: 'Directive 2006/112/EC, art. 138(1), 226(11)',
    rules: { ...vat, supplyType: 'intra-community' },
    lines: [[5, 500_00, 1_900]],
    taxes: [],
    total: 2_500_00,
  },
  {
    name: 'export from the EU, lines with their usual rate: exempt',
    source: 'Directive 2006/112/EC, art. 146(1)(a)',
    rules: { ...vat, supplyType: 'export' },
    lines: [[50, 25_00, 2_000]],
    taxes: [],
    total: 1_250_00,
  },
  {
    name: 'VAT: a negative line',
    source: 'Directive 2006/112/EC, art. 73, 79',
    rules: vat,
    lines: [
      [1, 100_00, 2_000],
      [1, -15_00, 2_000],
    ],
    taxes: [['VAT', 17_00]],
    total: 102_00,
  },
  {
    name: 'VAT: a cent of discount over three lines of ten cents',
    source: 'Directive 2006/112/EC, art. 226(8)',
    rules: vat,
    // 0.29 at 20 % are 0.058.
    lines: [
      [1, 10, 2_000],
      [1, 10, 2_000],
      [1, 10, 2_000],
    ],
    off: { discountAmount: 1 },
    taxes: [['VAT', 6]],
    total: 35,
  },
  {
    name: 'VAT: an exempt line beside a taxed one',
    source: 'Directive 2006/112/EC, art. 132(1)(i) (teaching)',
    rules: vat,
    lines: [
      [1, 80_00, 1_900, { taxCategory: 'exempt' }],
      [1, 20_00, 1_900],
    ],
    taxes: [['VAT', 3_80]],
    total: 103_80,
  },
  {
    name: 'without a regime: a discount, and no tax',
    source: 'CGST Act 2017, s. 22(1): below the threshold there is no registration and no tax',
    rules: { regime: 'NONE' },
    lines: [[4, 250_00, 0]],
    off: { discountBasisPoints: 1_500 },
    taxes: [],
    total: 850_00,
  },
]
