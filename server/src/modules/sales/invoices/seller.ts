import { countryCodeOf, countryName } from '@imperium/contract/countries.ts'
import type { TaxRegime, TaxRules } from '@imperium/contract/sales/compute-tax.ts'
import { gstStates } from '@imperium/contract/sales/gstin.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { countryOfVatNumber } from '@imperium/contract/sales/vat-number.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { found } from '../../../platform/resources/checks.ts'
import { findProfile } from '../../organizations/index.ts'
import { rulesOf } from '../documents/document-columns.ts'
import type { Supply } from '../documents/document-columns.ts'

/** Who sold, and by which rules: kept with the invoice on the day of issue. Fields with `?` are missing in invoices from before they were kept. */
export interface Seller {
  name: string
  address: string
  email: string
  taxId: string
  taxRegime: TaxRegime
  roundTotal: boolean
  footer: string
  street?: string
  city?: string
  /** ISO code; empty: unknown. */
  country?: string
  /** The organization's own currency. */
  currency?: string
  isComposition?: boolean
  lutNumber?: string
  iban?: string
  bic?: string
}

/** A GSTIN is of India, and a VAT number of the country of its prefix; else what the profile says. */
function countryOf({ taxRegime, taxId }: SalesSettings, profileCountry: string): string {
  if (taxRegime === 'GST') return 'IN'
  const ofNumber = taxRegime === 'VAT' ? countryOfVatNumber(taxId) : null
  return countryCodeOf(profileCountry) ?? ofNumber ?? ''
}

export async function sellerOf(tx: OrgTx, settings: SalesSettings): Promise<Seller> {
  const profile = found(await findProfile(tx, tx.orgId))
  const state = settings.taxRegime === 'GST' ? (gstStates[settings.taxId.slice(0, 2)] ?? '') : ''
  const country = countryOf(settings, profile.country)
  return {
    name: profile.legalName || profile.name,
    address: [profile.address, profile.city, state, countryName(countryCodeOf(profile.country) ?? '', 'en') || profile.country]
      .filter(Boolean)
      .join('\n'),
    email: profile.contactEmail,
    taxId: settings.taxId,
    taxRegime: settings.taxRegime,
    roundTotal: settings.roundTotal,
    footer: settings.footer,
    street: profile.address,
    city: profile.city,
    country,
    currency: settings.currency,
    isComposition: settings.isComposition,
    lutNumber: settings.lutNumber,
    iban: settings.iban,
    bic: settings.bic,
  }
}

/** Written by `sellerOf`. */
export const readSeller = (stored: unknown): Seller => stored as Seller

export const rulesOfSeller = (seller: Seller, supply: Supply): TaxRules => rulesOf(seller, supply)
