import { notifications } from '@imperium/contract/notifications.ts'
import { profile } from '@imperium/contract/auth/profile.ts'
import type { Profile } from '@imperium/contract/auth/profile.ts'
import { keyOf, mutation, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { profileQuery as sessionQuery } from '../../lib/session.ts'
import { t } from '../../lib/words.ts'
import { avatarKey } from '../../ui/avatar.tsx'

export const profileQuery = { ...query(profile.read), meta: { silent: true } }
export const exportQuery = { ...query(profile.readExport), meta: { silent: true } }
export const preferencesQuery = { ...query(notifications.readPreferences), meta: { silent: true } }

/** Applies the response of a change to the page and the header. */
export async function adoptProfile(changed: Profile): Promise<void> {
  queryClient.setQueryData(profileQuery.queryKey, changed)
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

export const updateProfileMutation = mutation(profile.update, {
  success: t('Profile updated successfully!'),
  failure: t('The profile could not be saved'),
})
export const savePreferencesMutation = mutation(profile.updatePreferences, {
  success: t('Preferences saved successfully!'),
  failure: t('The preferences could not be saved'),
})

async function adoptPhoto(changed: Profile): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: avatarKey(changed.id) })
  await adoptProfile(changed)
}
export const setAvatarMutation = {
  ...mutation(profile.setAvatar, { success: t('Photo saved'), failure: t('The photo could not be saved') }),
  onSuccess: adoptPhoto,
}
export const removeAvatarMutation = {
  ...mutation(profile.removeAvatar, { success: t('Photo removed'), failure: t('The photo could not be removed') }),
  onSuccess: adoptPhoto,
}

export const requestEmailMutation = mutation(profile.requestEmail, {
  success: t('We emailed a link to the new address. The address changes after you open it.'),
  failure: t('The address could not be changed'),
  invalidates: [keyOf(profile.read)],
})
export const requestExportMutation = mutation(profile.requestExport, {
  success: t('Your data is being collected. You will receive an email when it is ready.'),
  failure: t('The export could not be started'),
  invalidates: [keyOf(profile.readExport)],
})
export const requestDeletionMutation = mutation(profile.requestDeletion, {
  success: t('Account deletion initiated. You will receive an email confirmation.'),
  failure: t('The deletion could not be started'),
})
export const cancelDeletionMutation = { ...mutation(profile.cancelDeletion, { success: t('Your account stays') }), onSuccess: adoptProfile }
export const confirmEmailMutation = mutation(profile.confirmEmail, { silent: true })
export const confirmDeletionMutation = mutation(profile.confirmDeletion, { silent: true })
export const savePushPreferencesMutation = mutation(notifications.updatePreferences, {
  success: t('Preferences saved successfully!'),
  failure: t('The preferences could not be saved'),
  invalidates: [keyOf(notifications.readPreferences)],
})
