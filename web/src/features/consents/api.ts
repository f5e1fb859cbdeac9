import { consents } from '@imperium/contract/contacts/consents.ts'
import { mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { SuppressionsSearch } from './search.ts'

const invalidates = [['consents']]

export const settingsQuery = { ...query(consents.readSettings), meta: { silent: true } }
export const purposesQuery = { ...query(consents.listPurposes), meta: { silent: true } }
export const updateSettingsMutation = mutation(consents.updateSettings, {
  invalidates,
  success: t('Settings saved'),
  failure: t('The settings could not be saved'),
})
export const createPurposeMutation = mutation(consents.createPurpose, { invalidates, silent: true, success: t('Purpose added') })
export const updatePurposeMutation = mutation(consents.updatePurpose, { invalidates, failure: t('The purpose could not be changed') })

export const suppressionsQuery = ({ address, channel, reason }: SuppressionsSearch) => ({
  ...pages(consents.listSuppressions, { query: { address, channel, reason, limit: 50 } }),
  meta: { silent: true },
})
export const addSuppressionsMutation = mutation(consents.addSuppressions, { invalidates, silent: true })
export const removeSuppressionMutation = mutation(consents.removeSuppression, {
  invalidates,
  success: t('The suppression was removed'),
  failure: t('The address could not be removed'),
})

export const contactConsentsQuery = (id: string) => ({ ...query(consents.ofContact, { params: { id } }), meta: { silent: true } })
export const historyQuery = (id: string) => ({
  ...pages(consents.history, { params: { id }, query: { limit: 25 } }),
  meta: { silent: true },
})
/** The contact's timeline shows it too. */
const ofContact = [['consents'], ['contacts']]
export const grantMutation = mutation(consents.grant, { invalidates: ofContact, silent: true })
export const remindMutation = mutation(consents.remind, {
  invalidates: ofContact,
  success: t('The confirmation was sent again'),
  failure: t('The confirmation could not be sent'),
})
export const withdrawMutation = mutation(consents.withdraw, {
  invalidates: ofContact,
  success: t('Consent withdrawn'),
  failure: t('The consent could not be withdrawn'),
})

export const preferencesQuery = (token: string) => ({
  ...query(consents.openPreferences, { params: { token } }),
  meta: { silent: true },
  retry: false,
})
export const savePreferencesMutation = mutation(consents.savePreferences, { silent: true })
export const endByLinkMutation = mutation(consents.endByLink, { silent: true })
