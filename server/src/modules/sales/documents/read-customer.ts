import type { z } from 'zod'
import { outsideIndia } from '@imperium/contract/sales/compute-tax.ts'
import { isGstin } from '@imperium/contract/sales/gstin.ts'
import type { SalesOrderBody } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { countryOfVatNumber, hasVatNumbers, isVatNumber, plainTaxId } from '@imperium/contract/sales/vat-number.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { invalid, notFound } from '../../../platform/errors.ts'
import { findContact } from '../../contacts/index.ts'

type Customer = Pick<
  z.output<typeof SalesOrderBody>,
  'contactId' | 'customer' | 'customerEmail' | 'customerAddress' | 'customerTaxId' | 'customerCountry' | 'placeOfSupply' | 'supplyType'
>

export interface CustomerColumns {
  contact_id: string
  customer: string
  customer_email: string
  customer_address: string
  customer_tax_id: string
  customer_country: string
  place_of_supply: string | null
  supply_type: string
}

type Party = Pick<Customer, 'customerTaxId' | 'customerCountry' | 'placeOfSupply' | 'supplyType'>
const refuse = (path: string, message: string) => invalid([{ path, message }])

/** Under GST a customer in India has a GSTIN or none, and one outside of India a number of its own country. @throws 422. */
function underGst({ customerTaxId, customerCountry, placeOfSupply, supplyType }: Party) {
  const isExport = supplyType === 'export' || supplyType === 'export-lut'
  const isAbroad = (customerCountry !== '' && customerCountry !== 'IN') || placeOfSupply === outsideIndia || isExport
  const taxId = isAbroad ? customerTaxId : plainTaxId(customerTaxId)
  if (isAbroad) assertNumberOfCountry(taxId, customerCountry)
  else if (taxId !== '' && !isGstin(taxId)) throw refuse('customerTaxId', 'This is no valid GSTIN: check its characters')
  if (isExport && placeOfSupply !== null && placeOfSupply !== outsideIndia)
    throw refuse('placeOfSupply', 'The place of an export is outside India')
  if (!isExport && (supplyType === 'sez' || supplyType === 'sez-lut' || supplyType === 'deemed-export') && taxId === '')
    throw refuse('customerTaxId', 'This kind of supply needs the GSTIN of the customer')
  if (supplyType === 'intra-community') throw refuse('supplyType', 'This kind of supply exists under VAT only')
  // Where an unregistered customer is, only the document can say: for goods the seller's state counts until it is issued.
  const derived = isAbroad ? outsideIndia : taxId === '' ? null : taxId.slice(0, 2)
  return { customer_tax_id: taxId, customer_country: customerCountry, place_of_supply: placeOfSupply ?? derived }
}

/** A number that its country checks must be right; other countries have forms of their own. @throws 422. */
function assertNumberOfCountry(taxId: string, country: string): void {
  const ofNumber = countryOfVatNumber(taxId)
  const isWrong = taxId !== '' && (hasVatNumbers(country) ? ofNumber !== country || !isVatNumber(taxId) : false)
  if (isWrong)
    throw refuse('customerTaxId', 'This is no valid VAT number of this country: check its characters and the prefix of its country')
}

/** Under VAT a number has the prefix of its country. @throws 422. */
function underVat({ customerTaxId, customerCountry, supplyType }: Party) {
  const country = customerCountry || (countryOfVatNumber(customerTaxId) ?? '')
  assertNumberOfCountry(customerTaxId, country)
  if (supplyType === 'intra-community' && !isVatNumber(customerTaxId))
    throw refuse('customerTaxId', 'A supply to another member state needs the VAT number of the customer')
  if (supplyType === 'sez' || supplyType === 'sez-lut' || supplyType === 'deemed-export' || supplyType === 'export-lut')
    throw refuse('supplyType', 'This kind of supply exists under GST only')
  const isChecked = isVatNumber(customerTaxId)
  return { customer_tax_id: isChecked ? plainTaxId(customerTaxId) : customerTaxId, customer_country: country, place_of_supply: null }
}

/** The customer as a document keeps it. @throws 404 for an unknown contact, 422 for a wrong tax number and a kind of supply that does not fit. */
export async function readCustomer(tx: OrgTx, body: Customer, { taxRegime }: SalesSettings): Promise<CustomerColumns> {
  const contact = await findContact(tx, body.contactId)
  if (!contact) throw notFound()
  const free = { customer_tax_id: body.customerTaxId, customer_country: body.customerCountry, place_of_supply: null }
  return {
    contact_id: contact.id,
    customer: body.customer || contact.name,
    customer_email: body.customerEmail ?? contact.email ?? '',
    customer_address: body.customerAddress,
    supply_type: body.supplyType,
    ...(taxRegime === 'GST' ? underGst(body) : taxRegime === 'VAT' ? underVat(body) : free),
  }
}
