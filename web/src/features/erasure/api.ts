import { erasure } from '@imperium/contract/erasure/erasure.ts'
import { keyOf, mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

export const holdsQuery = { ...query(erasure.holds), meta: { silent: true } }
export const certificatesQuery = { ...pages(erasure.certificates, { query: { limit: 20 } }), meta: { silent: true } }

const invalidates = [keyOf(erasure.holds)]

export const holdMutation = mutation(erasure.hold, { success: t('Legal hold placed'), invalidates })
export const releaseMutation = mutation(erasure.release, {
  success: t('Legal hold released'),
  failure: t('The legal hold could not be released'),
  invalidates,
})
