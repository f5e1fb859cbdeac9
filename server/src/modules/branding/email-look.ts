import type { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import { emailStyleOf } from '@imperium/contract/branding/email-style.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { publicUrlOf } from '../../platform/http/host-owners.ts'
import type { EmailLook } from '../../platform/mail/email-parts.ts'
import type { Platform } from '../../platform/platform.ts'
import { currentVersion, settingsOf } from './brand-store.ts'
import { readBrand } from './read-brand.ts'

/** How the emails of the transaction's organization look. */
export async function emailLookIn(platform: Platform, tx: OrgTx): Promise<EmailLook> {
  const { version, primary, logo, hidesProduct } = await readBrand(platform, tx)
  return {
    style: version > 0 ? emailStyleOf({ primary }) : undefined,
    logo: logo && { url: publicUrlOf(platform, tx.orgId) + logo.path, width: logo.width, height: logo.height },
    hidesProduct,
  }
}

/** The style of emails that follows from the saved brand; undefined without one. */
export async function brandEmailStyle(tx: OrgTx): Promise<EmailStyle | undefined> {
  const row = await currentVersion(tx)
  return row && emailStyleOf(settingsOf(row))
}
