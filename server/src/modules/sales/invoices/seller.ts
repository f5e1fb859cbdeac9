import type { TaxRegime, TaxRules } from '@imperium/contract/sales/compute-tax.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { found } from '../../../platform/resources/checks.ts'
import { findProfile } from '../../organizations/index.ts'
import { rulesOf } from '../documents/document-columns.ts'

/** Who sold, and by which rules: kept with the invoice on the day of issue. */
export interface Seller {
  name: string
  address: string
  email: string
  taxId: string
  taxRegime: TaxRegime
  roundTotal: boolean
  footer: string
}

export async function sellerOf(tx: OrgTx, settings: SalesSettings): Promise<Seller> {
  const profile = found(await findProfile(tx, tx.orgId))
  return {
    name: profile.legalName || profile.name,
    address: [profile.address, profile.city, profile.country].filter(Boolean).join('\n'),
    email: profile.contactEmail,
    taxId: settings.taxId,
    taxRegime: settings.taxRegime,
    roundTotal: settings.roundTotal,
    footer: settings.footer,
  }
}

/** Written by `sellerOf`. */
export const readSeller = (stored: unknown): Seller => stored as Seller

export const rulesOfSeller = (seller: Seller, placeOfSupply: string | null, reverseCharge: boolean): TaxRules =>
  rulesOf(seller, placeOfSupply, reverseCharge)
