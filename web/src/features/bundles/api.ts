import { bundles } from '@imperium/contract/bundles/bundles.ts'
import { mutation } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

export const compareMutation = mutation(bundles.compare, { failure: t('The bundle could not be compared') })
/** What a bundle changes is anywhere in the organization: everything is read again. */
export const applyMutation = mutation(bundles.apply, {
  success: t('The bundle was applied'),
  failure: t('The bundle could not be applied'),
  invalidates: [[]],
})
