import type { FieldError } from '../../../platform/errors.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { outsideIndia } from '@imperium/contract/sales/compute-tax.ts'
import { isGstin } from '@imperium/contract/sales/gstin.ts'
import type { SalesLine } from '@imperium/contract/sales/sales-documents.ts'
import type { InvoiceRow } from './invoice-store.ts'
import type { Seller } from './seller.ts'

/** Rule 46(e): from this value on, the invoice names the address of an unregistered customer. Paise. */
const addressFrom = 50_000_00

type Document = Pick<
  InvoiceRow,
  'customer' | 'customer_address' | 'customer_tax_id' | 'place_of_supply' | 'supply_type' | 'currency' | 'amount' | 'exchange_rate_micros'
>

/** Codes of services begin with 99. */
const isService = (code: string): boolean => code.startsWith('99')

function ofLine({ code, unit, taxCategory }: SalesLine, at: number): FieldError[] {
  const named = (path: string, text: Text) => ({ path: `lines.${at}.${path}`, ...worded(text) })
  const number = at + 1
  if (taxCategory === 'outside') return []
  if (code === '') return [named('code', message('Line {number} has no HSN or SAC', { number }))]
  return isService(code) || unit !== '' ? [] : [named('unit', message('Line {number} has no unit', { number }))]
}

function ofCustomer(row: Document, lines: readonly SalesLine[]): FieldError[] {
  const isRegistered = isGstin(row.customer_tax_id)
  const isAbroad = row.place_of_supply === outsideIndia
  const needsAddress = isRegistered || isAbroad || row.amount >= addressFrom
  // Circular 242/36/2024-GST: the State of an unregistered customer of a service stands on the invoice, whatever its value is.
  const needsState = !isRegistered && row.place_of_supply === null && lines.some(({ code }) => isService(code))
  return [
    ...(row.customer === '' ? [{ path: 'customer', message: 'The name of the customer is missing' }] : []),
    ...(needsAddress && row.customer_address === ''
      ? [{ path: 'customerAddress', message: 'The address of the customer is missing' }]
      : []),
    ...(needsState ? [{ path: 'placeOfSupply', message: 'Choose the state of the customer' }] : []),
  ]
}

function ofSupply(row: Document, seller: Seller): FieldError[] {
  const isUnderLut = row.supply_type === 'export-lut' || row.supply_type === 'sez-lut'
  const isForeign = row.currency !== 'INR' && row.exchange_rate_micros === null
  return [
    ...(isUnderLut && !seller.lutNumber
      ? [{ path: 'supplyType', message: 'Enter the number of your letter of undertaking in the sales settings first' }]
      : []),
    ...(isForeign ? [{ path: 'exchangeRate', message: 'Enter the exchange rate: the tax is stated in rupees' }] : []),
  ]
}

/** What rule 46 of the CGST Rules, 2017, asks of a tax invoice and this draft does not say. Nothing where the seller is not under GST. */
export function missingForIssue(row: Document, lines: readonly SalesLine[], seller: Seller): FieldError[] {
  if (seller.taxRegime !== 'GST') return []
  return [
    ...(isGstin(seller.taxId) ? [] : [{ path: '', message: 'Enter your GSTIN in the sales settings first.' }]),
    ...(seller.street && seller.city ? [] : [{ path: '', message: 'Enter the address of your organization in its profile first' }]),
    ...ofCustomer(row, lines),
    ...lines.flatMap(ofLine),
    ...ofSupply(row, seller),
  ]
}
