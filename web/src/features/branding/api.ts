import { branding } from '@imperium/contract/branding/branding.ts'
import { keyOf, mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

const silent = { meta: { silent: true } }

export const brandQuery = { ...query(branding.read), ...silent }
export const versionsQuery = { ...pages(branding.versions, { query: { limit: 10 } }), ...silent }
const invalidates = [keyOf(branding.read), keyOf(branding.versions)]

export const saveMutation = mutation(branding.save, { success: t('Branding settings saved'), silent: true, invalidates })
export const resetMutation = mutation(branding.reset, {
  success: t('All branding settings were reset'),
  failure: t('The branding settings could not be reset'),
  invalidates,
})
export const restoreMutation = mutation(branding.restore, {
  success: t('The earlier version is current again'),
  failure: t('The version could not be restored'),
  invalidates,
})
export const uploadLogoMutation = mutation(branding.uploadLogo, { failure: t('The logo could not be uploaded') })
export const uploadFaviconMutation = mutation(branding.uploadFavicon, { failure: t('The favicon could not be uploaded') })
export const checkCssMutation = mutation(branding.checkCss, { silent: true })
