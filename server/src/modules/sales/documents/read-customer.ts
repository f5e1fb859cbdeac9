import type { z } from 'zod'
import { isGstin } from '@imperium/contract/sales/gstin.ts'
import type { SalesOrderBody } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { invalid, notFound } from '../../../platform/errors.ts'
import { findContact } from '../../contacts/index.ts'

type Customer = Pick<
  z.output<typeof SalesOrderBody>,
  'contactId' | 'customer' | 'customerEmail' | 'customerAddress' | 'customerTaxId' | 'placeOfSupply'
>

export interface CustomerColumns {
  contact_id: string
  customer: string
  customer_email: string
  customer_address: string
  customer_tax_id: string
  place_of_supply: string | null
}

/** The customer as a document keeps it. @throws 404 for an unknown contact, 422 for a wrong GSTIN. */
export async function readCustomer(tx: OrgTx, body: Customer, { taxRegime, taxId }: SalesSettings): Promise<CustomerColumns> {
  const contact = await findContact(tx, body.contactId)
  if (!contact) throw notFound()
  const isGst = taxRegime === 'GST'
  const customerTaxId = isGst ? body.customerTaxId.toUpperCase() : body.customerTaxId
  if (isGst && customerTaxId !== '' && !isGstin(customerTaxId))
    throw invalid([{ path: 'customerTaxId', message: 'This is no valid GSTIN: check its characters' }])
  const derived = customerTaxId === '' ? taxId.slice(0, 2) : customerTaxId.slice(0, 2)
  return {
    contact_id: contact.id,
    customer: body.customer || contact.name,
    customer_email: body.customerEmail ?? contact.email ?? '',
    customer_address: body.customerAddress,
    customer_tax_id: customerTaxId,
    place_of_supply: isGst ? (body.placeOfSupply ?? derived) : null,
  }
}
