import { expect, test } from 'vitest'
import { gstinCheckDigit } from '@imperium/contract/sales/gstin.ts'
import { taxExamples } from '@imperium/contract/sales/test-tax-examples.ts'
import { spellAmount } from '../../../platform/text/spell-amount.ts'
import { computeInvoice, shareOfTaxes } from './compute-invoice.ts'

const seller = { name: 'S', address: '', taxRegime: 'GST', taxId: '27AAPFU0939F1ZV', taxBasisPoints: 1_800, sac: '998315' } as const
const customer = { name: 'C', address: '', email: '', taxId: '', country: '' }
const kinds = (given: Partial<typeof customer>) => computeInvoice(seller, { ...customer, ...given }, 199_900).taxes.map(({ kind }) => kind)

test('tax is a part of the price, by the place of supply, and all adds up', () => {
  expect(kinds({ country: 'India' })).toEqual(['CGST', 'SGST'])
  expect(kinds({ taxId: '27AAPFU0939F1ZV' })).toEqual(['CGST', 'SGST'])
  expect(kinds({ taxId: '29AAGCB7383J1Z4' })).toEqual(['IGST'])
  // A GSTIN with a wrong check digit is no registration.
  expect(kinds({ taxId: '29AAGCB7383J1Z5' })).toEqual(['CGST', 'SGST'])
  expect(kinds({ country: 'Germany' })).toEqual(['IGST'])
  for (const amount of [100, 199_900, 1_919_040, 7_679_041, 99_999]) {
    const { taxable, tax, taxes } = computeInvoice(seller, customer, amount)
    expect(taxable + tax).toBe(amount)
    expect(taxes.reduce((sum, each) => sum + each.amount, 0)).toBe(tax)
    expect(Math.abs(taxable * 0.18 - tax)).toBeLessThan(2)
  }
  expect(computeInvoice({ ...seller, taxRegime: 'NONE' }, customer, 199_900)).toMatchObject({ taxable: 199_900, tax: 0, taxes: [] })
})

test('a refund gives back a share of each tax', () => {
  const { taxes, tax } = computeInvoice(seller, customer, 199_900)
  const part = Math.floor(tax / 6) * 2
  const shares = shareOfTaxes(taxes, { tax: part, of: tax })
  expect(shares.map(({ amount }) => amount)).toEqual([part / 2, part / 2])
})

test('VAT: reverse charge to businesses of other member states, none to other countries, and none on exports under a letter of undertaking', () => {
  const german = { ...seller, taxRegime: 'VAT', taxId: 'DE136695976', taxBasisPoints: 1_900 } as const
  const to = (given: Partial<typeof customer>) => {
    const { tax, statement } = computeInvoice(german, { ...customer, ...given }, 119_00)
    return [tax, statement.split(':')[0]]
  }
  expect(to({ country: 'Germany', taxId: 'DE136695976' })).toEqual([19_00, ''])
  expect(to({ country: 'Austria', taxId: 'ATU13585627' })).toEqual([0, 'Reverse charge'])
  expect(to({ country: 'Austria', taxId: 'ATU13585628' })).toEqual([19_00, ''])
  expect(to({ country: 'Austria' })).toEqual([19_00, ''])
  expect(to({ country: 'India' })).toEqual([0, 'Outside the scope of VAT'])
  expect(to({})).toEqual([19_00, ''])
  const exporter = { ...seller, lutNumber: 'AD270326000001A' }
  expect(computeInvoice(exporter, { ...customer, country: 'Germany' }, 100_00)).toMatchObject({ tax: 0, placeOfSupply: '96' })
  expect(computeInvoice(exporter, { ...customer, country: 'India' }, 118_00)).toMatchObject({ tax: 18_00, statement: '' })
})

test('the state of a customer in India stands in the profile', () => {
  const place = (state: string) => computeInvoice(seller, { ...customer, country: 'IN', state }, 118_00)
  expect(place('Karnataka')).toMatchObject({ placeOfSupply: '29', taxes: [{ kind: 'IGST', amount: 18_00 }] })
  expect(place('')).toMatchObject({ placeOfSupply: '27' })
})

test('amounts in words, as India counts and as others do', () => {
  expect(spellAmount(199_900, 'INR')).toBe('Rupees one thousand nine hundred ninety-nine only')
  expect(spellAmount(1_234_567_850, 'INR')).toBe(
    'Rupees one crore twenty-three lakh forty-five thousand six hundred seventy-eight and fifty paise only',
  )
  expect(spellAmount(100, 'INR')).toBe('Rupees one only')
  expect(spellAmount(250_000_000, 'EUR')).toBe('EUR two million five hundred thousand only')
})

// The operator's prices include tax: what a customer paid is taken apart into the amounts of the same worked examples.
const ofOperator = taxExamples.filter(
  ({ rules, lines, off }) =>
    lines.length === 1 &&
    lines[0]![2] > 0 &&
    lines[0]![3] === undefined &&
    off === undefined &&
    !rules.reverseCharge &&
    !rules.roundTotal &&
    !rules.isComposition &&
    rules.supplyType === undefined &&
    rules.regime !== 'NONE',
)
test.each(ofOperator)('$name, from the price with tax', ({ rules, lines, taxes, total }) => {
  const gstin = (state: string) => `${state}AAPFU0939F1Z${gstinCheckDigit(`${state}AAPFU0939F1Z`)}`
  const place = rules.placeOfSupply ?? '27'
  const [[, , taxBasisPoints] = [0, 0, 0]] = lines
  const taxId = gstin(rules.sellerState ?? '27')
  const buyer = place === '96' ? { country: 'Germany' } : { taxId: gstin(place) }
  const computed = computeInvoice({ ...seller, taxRegime: rules.regime ?? 'GST', taxId, taxBasisPoints }, { ...customer, ...buyer }, total)
  expect(computed.taxes.map(({ kind, amount }) => [kind, amount])).toEqual(taxes)
  expect(computed.taxable + computed.tax).toBe(total)
})
