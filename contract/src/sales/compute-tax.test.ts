import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { countryCodeOf } from '../countries.ts'
import { computeDocument, shareOut } from './compute-tax.ts'
import type { TaxRules } from './compute-tax.ts'
import { gstinCheckDigit, isGstin } from './gstin.ts'
import { isIban, isVatNumber } from './vat-number.ts'
import { taxExamples } from './test-tax-examples.ts'

const rules = (more: Partial<TaxRules> = {}): TaxRules => ({
  regime: 'GST',
  sellerState: '27',
  placeOfSupply: '27',
  reverseCharge: false,
  roundTotal: false,
  ...more,
})
const one = (unitPrice: number, taxBasisPoints: number, quantity = 1) => [{ quantity, unitPrice, taxBasisPoints }]
const parts = (lines: ReturnType<typeof one>, more: Partial<TaxRules> = {}) =>
  computeDocument(lines, rules(more)).taxes.map(({ kind, amount }) => [kind, amount])

// Sources: IGST Act, 2017, sections 7 and 8 (inter-State and intra-State supply); CGST Act, 2017, section 9 (levy) and 170 (rounding to the
// nearest rupee, fifty paise and more upwards); UTGST Act, 2017, section 7. The figures of each example follow from these by hand.
describe('worked examples of GST', () => {
  test('within a State: CGST and SGST, half of the rate each', () => {
    expect(parts(one(10_000_00, 1_800))).toEqual([
      ['CGST', 900_00],
      ['SGST', 900_00],
    ])
  })

  test('between States, and to outside India: IGST at the full rate', () => {
    expect(parts(one(10_000_00, 1_800), { placeOfSupply: '29' })).toEqual([['IGST', 1_800_00]])
    expect(parts(one(10_000_00, 1_800), { placeOfSupply: '96' })).toEqual([['IGST', 1_800_00]])
  })

  test('within a Union territory without legislature: UTGST in place of SGST; Delhi and Puducherry have SGST', () => {
    const kinds = (state: string) => parts(one(100_00, 500), { sellerState: state, placeOfSupply: state }).map(([kind]) => kind)
    expect(kinds('04')).toEqual(['CGST', 'UTGST'])
    expect(kinds('07')).toEqual(['CGST', 'SGST'])
    expect(kinds('34')).toEqual(['CGST', 'SGST'])
  })

  test('the place of supply is the State of the seller unless it is known', () => {
    expect(parts(one(100_00, 1_200), { placeOfSupply: null }).map(([kind]) => kind)).toEqual(['CGST', 'SGST'])
  })

  test('0.25 % on rough diamonds is 0.125 % each', () => {
    const [cgst] = computeDocument(one(80_000_00, 25), rules()).taxes
    expect(cgst).toEqual({ kind: 'CGST', basisPoints: 12.5, base: 80_000_00, amount: 100_00 })
  })

  test('rates are summed apart, and exempt lines bear no tax', () => {
    const lines = [...one(1_000_00, 1_800), ...one(500_00, 500), ...one(1_000_00, 1_800), ...one(250_00, 0)]
    const { subtotal, taxes, tax, total } = computeDocument(lines, rules({ placeOfSupply: '33' }))
    expect(taxes.map(({ base, amount }) => [base, amount])).toEqual([
      [500_00, 25_00],
      [2_000_00, 360_00],
    ])
    expect([subtotal, tax, total]).toEqual([2_750_00, 385_00, 3_135_00])
  })

  test('half a paisa is rounded up, for each part by itself', () => {
    // 9 % of 0.50 is 4.5 paise; IGST of the same is 9 paise exactly.
    expect(parts(one(50, 1_800))).toEqual([
      ['CGST', 5],
      ['SGST', 5],
    ])
    expect(parts(one(50, 1_800), { placeOfSupply: '29' })).toEqual([['IGST', 9]])
  })

  test('the total is rounded to the nearest rupee, and the difference is shown', () => {
    const up = computeDocument(one(999_50, 1_800, 1), rules({ roundTotal: true }))
    expect([up.tax, up.total, up.roundOff]).toEqual([179_92, 1_179_00, -42])
    const half = computeDocument(one(100_50, 0), rules({ roundTotal: true }))
    expect([half.total, half.roundOff]).toEqual([101_00, 50])
    const down = computeDocument(one(100_49, 0), rules({ roundTotal: true }))
    expect([down.total, down.roundOff]).toEqual([100_00, -49])
  })

  test('under reverse charge nothing is charged', () => {
    expect(computeDocument(one(10_000_00, 1_800), rules({ reverseCharge: true }))).toMatchObject({ tax: 0, taxes: [], total: 10_000_00 })
  })

  test('quantities have three decimals, and large amounts stay exact', () => {
    expect(computeDocument(one(33_33, 0, 0.333), rules()).subtotal).toBe(11_10)
    expect(computeDocument(one(99_999_999_99, 0, 999.999), rules()).subtotal).toBe(9_999_989_999_000)
  })
})

test('VAT is one tax at the full rate, and without a regime there is none', () => {
  expect(parts(one(100_00, 2_000), { regime: 'VAT', sellerState: null, placeOfSupply: null })).toEqual([['VAT', 20_00]])
  expect(computeDocument(one(100_00, 2_000), rules({ regime: 'NONE' })).total).toBe(100_00)
})

// 27AAPFU0939F1ZV and 29AAGCB7383J1Z4 are the published examples of the GSTIN structure (python-stdnum, stdnum.in_.gstin; masters.india).
describe('GSTIN', () => {
  test('accepts published examples by their check digit', () => {
    expect(isGstin('27AAPFU0939F1ZV')).toBe(true)
    expect(gstinCheckDigit('27AAPFU0939F1Z')).toBe('V')
  })

  test.each(['27AAPFU0939F1ZO', '27AAPFU0939F1Z', '00AAPFU0939F1ZV', '27aapfu0939f1zv', '72AAPFU0939F1ZV', ''])('refuses %j', (text) =>
    expect(isGstin(text)).toBe(false),
  )

  test('every other character in one place is found', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    const good = '27AAPFU0939F1ZV'
    const changed = [...good].flatMap((was, at) =>
      [...digits].filter((other) => other !== was).map((other) => good.slice(0, at) + other + good.slice(at + 1)),
    )
    expect(changed.filter(isGstin)).toEqual([])
  })
})

test.each(taxExamples)('$name', ({ rules: given, lines, off, taxes, total }) => {
  const typed = lines.map(([quantity, unitPrice, taxBasisPoints, more]) => ({ quantity, unitPrice, taxBasisPoints, ...more }))
  const computed = computeDocument(typed, rules(given), off)
  expect(computed.taxes.map(({ kind, amount }) => [kind, amount])).toEqual(taxes)
  expect(computed.total).toBe(total)
  expect(computed.subtotal - computed.discount + computed.tax + computed.roundOff).toBe(total)
  expect(computed.taxables.reduce((sum, taxable) => sum + taxable, 0)).toBe(computed.subtotal - computed.discount)
})

// Published examples of each structure (python-stdnum, module vat of each country; EU VIES).
test.each(
  (
    'ATU13585627 BE0428759497 CHE107787577MWST CZ25123891 DE136695976 DK13585628 EE100931558 EL094259216 ESB58378431 ES54362315K ESX5253868R FI20774740 ' +
    'FR40303265045 GB980780684 HR33392005961 HU12892312 IE6433435F IE6433435OA IT00743110157 LU15027442 MT11679112 NL004495445B01 PL8567346215 ' +
    'PT501964843 RO18547290 SE123456789701 SI50223054 SK2022749619'
  ).split(' '),
)('accepts the VAT number %s, and not with another last digit (NL and SE end in a serial)', (number) => {
  expect(isVatNumber(number)).toBe(true)
  expect(isVatNumber(number.replace(/^(..)(\w{2})/, '$1 $2.').toLowerCase())).toBe(true)
  const at = number.search(/\d(?=\D*$)/)
  expect(isVatNumber(`${number.slice(0, at)}${(Number(number[at]) + 1) % 10}${number.slice(at + 1)}`)).toBe(/^(NL|SE)/.test(number))
})

test('countries are known by code and by their names in five languages', () => {
  expect(['in', 'India', 'Indien', 'Inde', 'インド', 'भारत', 'U.S.A.', 'Atlantis', ''].map(countryCodeOf)).toEqual([
    'IN',
    'IN',
    'IN',
    'IN',
    'IN',
    'IN',
    'US',
    null,
    null,
  ])
  expect(isIban('DE89 3704 0044 0532 0130 00')).toBe(true)
  expect(isIban('DE88370400440532013000')).toBe(false)
})

test('shares of a discount add up to it, whatever the lines are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (parts, whole) => {
        expect(shareOut(whole, parts).reduce((sum, share) => sum + share, 0)).toBe(whole)
      },
    ),
  )
})

test('there are at least 40 worked examples, each with its source', () => {
  expect(taxExamples.length).toBeGreaterThanOrEqual(40)
  expect(taxExamples.filter(({ source }) => source === '')).toEqual([])
})
