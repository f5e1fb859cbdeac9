import type { AuthTx, SystemTx } from '../../platform/db/database.ts'
import type { OwnName } from '../../platform/mail/account-email.ts'
import type { Platform } from '../../platform/platform.ts'
import { listPlansOf } from '../organizations/index.ts'
import { hidesProduct } from './read-brand.ts'

/** The first organization of an account, where all of its organizations hide the product's name: people know the account by that one. */
export async function accountNameIn(platform: Platform, tx: AuthTx | SystemTx, userId: string): Promise<OwnName | null> {
  const organizations = await listPlansOf(tx, userId)
  const [first] = organizations
  const isHidden = organizations.every(({ planType }) => hidesProduct(platform, planType))
  return first && isHidden ? { orgId: first.orgId, name: first.name } : null
}
