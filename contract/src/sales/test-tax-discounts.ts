import { local, southern, zone, service, vat, interState } from './test-tax-example.ts'
import type { TaxExample } from './test-tax-example.ts'

/** Discounts, kinds of supply, exemptions and other currencies, worked by hand as the other examples. */
export const discountExamples: readonly TaxExample[] = [
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
