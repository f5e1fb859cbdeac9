import type { SsoDomain } from '@imperium/contract/auth/identities.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { newToken } from '../../platform/crypto/crypto.ts'
import { conflict, unavailable } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { followDomains } from './sso-settings.ts'
import { deleteDomain, earlierRecordOf, findDomain, insertDomain, listDomains, markVerified } from './sso-store.ts'

const mostDomains = 20

/** Claims a domain; any organization may claim any domain, only its DNS verifies it. @throws 409 */
export async function addDomain({ tx, audit }: OrgContext, domain: string): Promise<SsoDomain> {
  if ((await listDomains(tx)).length >= mostDomains) throw conflict(message('At most {max} domains.', { max: mostDomains }))
  const made = await insertDomain(tx, { id: newId(), domain, challenge: newToken() })
  if (!made) throw conflict('This domain is already on the list.')
  audit({ targetId: made.id, targetName: domain })
  return made
}

type Outside = Omit<OrgContext, 'tx'>

/**
 * Looks up the DNS record. @throws 409 if it is missing, or another organization has verified the domain; 503 if the
 * DNS does not respond.
 */
export async function verifyDomain(platform: Platform, { inOrg, audit }: Outside, id: string): Promise<SsoDomain> {
  const domain = found(await inOrg((tx) => findDomain(tx, id)))
  const isPublished = async ({ name, value }: SsoDomain['record']) => (await platform.dns.readTxt(name)).includes(value)
  const isProved = await isPublished(domain.record)
    .then((is) => is || isPublished(earlierRecordOf(domain.domain, domain.record.value)))
    .catch((error: unknown) => {
      throw unavailable('The DNS servers do not respond. Please try again later.', error)
    })
  if (!isProved) throw conflict('The TXT record was not found. DNS changes can take a while to be seen everywhere.', 'DOMAIN_NOT_PROVED')
  const marked = await inOrg(async (tx) => {
    const domainNow = await markVerified(tx, id, platform.clock.now())
    await followDomains(tx)
    return domainNow
  }).catch((error: unknown) => {
    if (isTaken(error)) throw conflict('This domain belongs to another organization.')
    throw error
  })
  const verified = found(marked)
  audit({ targetName: domain.domain, after: { verified: true } })
  return verified
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'constraint' in error && error.constraint === 'sso_domains_verified'

/** Removes a domain: the provider no longer admits its addresses. @throws 404 */
export async function removeDomain({ tx, audit }: OrgContext, id: string): Promise<null> {
  const domain = found(await deleteDomain(tx, id))
  await followDomains(tx)
  audit({ targetName: domain })
  return null
}
