import { pageDressers } from '../../platform/http/dress-page.ts'
import { onAccountName } from '../../platform/mail/account-email.ts'
import { onEmailLook } from '../../platform/mail/email-look.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { accountNameIn } from './account-name.ts'
import { brandingActs } from './acts.ts'
import { createPageDresser } from './dress-page.ts'
import { emailLookIn } from './email-look.ts'
import { brandingOperations } from './routes.ts'

export { readBrandImage, readDocumentLook } from './document-look.ts'
export { brandEmailStyle, emailLookIn } from './email-look.ts'
export { pageLookIn } from './page-look.ts'

export const brandingModule: ModuleFactory = (platform) => ({
  name: 'branding',
  tables: ['brand_images', 'brand_versions'],
  acts: brandingActs,
  operations: brandingOperations(platform),
  extensions: [
    pageDressers.entry(createPageDresser(platform)),
    onAccountName((tx, userId) => accountNameIn(platform, tx, userId)),
    onEmailLook((orgId) => platform.db.withOrg(orgId, (tx) => emailLookIn(platform, tx))),
  ],
})
