import type { OrganizationProfile, organizations } from '@imperium/contract/organizations.ts'
import type { Parsed } from '@imperium/contract/kit/endpoint.ts'
import { isMistypedTaxId } from '@imperium/contract/sales/vat-number.ts'
import { forbidden, invalid, notFound, stale } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { listMembersWithRole } from './people-store.ts'
import { findProfile, writeProfile } from './profile-store.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

type Body = Parsed<typeof organizations.updateProfile>['body']

/** @throws 404 for any organization but that of the request. */
export async function readProfile({ tx, org }: Pick<OrgContext, 'tx' | 'org'>, id: string): Promise<OrganizationProfile> {
  const profile = id === org.id ? await findProfile(tx, id) : null
  if (!profile) throw notFound('Organization not found.')
  return profile
}

/** @throws 404; 403 if a user other than the owner sends a billing address; 409 for a stale write; 422 for a mistyped tax number. */
export async function updateProfile(platform: Platform, context: OrgContext, id: string, body: Body): Promise<OrganizationProfile> {
  const { tx, org, role, audit } = context
  const before = await readProfile(context, id)
  const { updatedAt, ...change } = body
  if (change.billingEmail !== undefined && change.billingEmail !== before.billingEmail && role !== 'OWNER')
    throw forbidden('Only the owner can change the billing email.')
  if (change.taxId !== undefined && change.taxId !== before.taxId && isMistypedTaxId(change.taxId))
    throw invalid([{ path: 'taxId', message: 'This is no valid tax number: check its characters' }])
  if (!(await writeProfile(tx, id, change, updatedAt))) throw stale()
  const after = await readProfile(context, id)
  // Name, time zone and budget are cached for every member.
  for (const userId of await listMembersWithRole(tx, ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'])) await signal(tx, accessChanged({ userId }))
  platform.auth.invalidate(context.caller.userId)
  audit({ targetName: org.name, before, after })
  return after
}
