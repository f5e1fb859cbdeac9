import { reservedSlugs, Slug } from '@imperium/contract/organizations.ts'
import { asOrg } from '../../platform/db/database.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertMembership, insertOrganization, usedSlugs } from './store.ts'

const triesAgainstRaces = 5

export interface OrganizationRequest {
  name: string
  slug?: string | undefined
  timeZone?: string | undefined
  owner: { userId: string; email: string }
}

/**
 * Creates an organization with its owner and first rows, in the caller's transaction. A slug made from the name gets a number until
 * it is free. @returns the id. @throws 409 with the field `slug` if the requested one is taken.
 */
export async function createOrganization(
  platform: Platform,
  tx: AuthTx,
  request: OrganizationRequest,
): Promise<{ id: string; slug: string }> {
  const id = newId()
  const slug = await claimSlug(tx, id, request)
  await insertMembership(tx, id, request.owner.userId, 'OWNER')
  await asOrg(tx, id, (orgTx) => platform.seedOrganization(orgTx))
  return { id, slug }
}

async function claimSlug(tx: AuthTx, id: string, request: OrganizationRequest): Promise<string> {
  const row = { id, name: request.name, timeZone: request.timeZone ?? 'UTC', billingEmail: request.owner.email }
  if (request.slug) {
    if (await insertOrganization(tx, { ...row, slug: request.slug }, 'FREE')) return request.slug
    throw new AppError('CONFLICT', 409, 'This slug is already taken.', {
      errors: [{ path: 'slug', message: 'This slug is already taken' }],
    })
  }
  const base = slugFromName(request.name)
  for (let attempt = 0; attempt < triesAgainstRaces; attempt++) {
    const slug = firstFree(base, await usedSlugs(tx, base))
    if (await insertOrganization(tx, { ...row, slug }, 'FREE')) return slug
  }
  throw invalid([{ path: 'organizationName', message: 'Please choose another organization name' }])
}

/** Lowercase letters, digits and hyphens of a name; `org` if nothing is left (a name in another script). */
export function slugFromName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '')
  return Slug.safeParse(slug).success || reservedSlugs.includes(slug) ? slug : slug.length === 1 ? `${slug}-org` : 'org'
}

function firstFree(base: string, taken: Set<string>): string {
  if (!taken.has(base) && !reservedSlugs.includes(base)) return base
  for (let n = 2; ; n++) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`
}
