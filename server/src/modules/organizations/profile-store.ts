import { sql } from 'kysely'
import type { OrganizationProfile } from '@imperium/contract/organizations.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { isUnchangedSince } from '../../platform/resources/checks.ts'

type Fields = Omit<OrganizationProfile, 'id' | 'slug' | 'updatedAt'>

/** Column of each field that can be changed. */
const columns = {
  name: 'name',
  legalName: 'legal_name',
  description: 'description',
  website: 'website',
  industry: 'industry',
  size: 'size',
  address: 'address',
  city: 'city',
  state: 'state',
  country: 'country',
  phone: 'phone',
  contactEmail: 'contact_email',
  taxId: 'tax_id',
  billingEmail: 'billing_email',
  timeZone: 'time_zone',
  monthlyBudgetMicros: 'monthly_budget_micros',
} as const satisfies Record<keyof Fields, string>

export async function findProfile(tx: OrgTx, id: string): Promise<OrganizationProfile | null> {
  const row = await tx
    .selectFrom('auth.organizations')
    .select(['id', 'slug', 'updated_at', ...Object.values(columns)])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    legalName: row.legal_name,
    description: row.description,
    website: row.website,
    // The table's checks limit these two to the values of the contract.
    industry: row.industry as Fields['industry'],
    size: row.size as Fields['size'],
    address: row.address,
    city: row.city,
    state: row.state,
    country: row.country,
    phone: row.phone,
    contactEmail: row.contact_email,
    taxId: row.tax_id,
    billingEmail: row.billing_email ?? '',
    timeZone: row.time_zone,
    monthlyBudgetMicros: row.monthly_budget_micros,
    updatedAt: row.updated_at.toISOString(),
  }
}

/** False if the row changed since `unchangedSince`, to the millisecond that the API shows. */
export async function writeProfile(
  tx: OrgTx,
  id: string,
  change: { [K in keyof Fields]?: Fields[K] | undefined },
  unchangedSince: string | undefined,
): Promise<boolean> {
  const given = Object.entries(columns)
    .map(([field, column]) => [column, change[field as keyof Fields]] as const)
    .filter(([, value]) => value !== undefined)
  const result = await tx
    .updateTable('auth.organizations')
    .set({ ...Object.fromEntries(given), updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .$if(unchangedSince !== undefined, (query) => query.where(isUnchangedSince('updated_at', unchangedSince ?? '')))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Sets or clears the time of erasure. */
export async function setDeletion(tx: OrgTx, id: string, deletesAt: Date | null): Promise<void> {
  await tx
    .updateTable('auth.organizations')
    .set({ deletes_at: deletesAt, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}
