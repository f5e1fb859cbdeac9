import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { memberMentioned, notedContactsErased } from '../notes/index.ts'
import { notifyMember } from './notify-member.ts'
import { deleteGroups } from './store.ts'

/** Several mentions on one thing within an hour are one notification. */
export const mentionGroup = (subjectId: string) => `mentioned:${subjectId}`

/** Notifies members who were mentioned in a note. A note notifies each member once, however often it is changed. */
export const notifyMentioned = (platform: Platform) =>
  onEvent({
    event: memberMentioned,
    name: 'notifications.tellMentioned',
    run: async ({ orgId, payload: { noteId, subjectId, name, path, by, userIds } }) => {
      for (const userId of userIds)
        await notifyMember(platform, orgId, userId, {
          kind: 'mentioned',
          values: { name: by, subject: name },
          actionUrl: path,
          source: `note:${noteId}`,
          groupKey: mentionGroup(subjectId),
        })
    },
  })

/** Notifications of mentions on erased contacts contained their names. */
export const deleteContactMentions = (platform: Platform) =>
  onEvent({
    event: notedContactsErased,
    name: 'notifications.forgetContacts',
    run: ({ orgId, payload: { contactIds } }) => platform.db.withSystem((tx) => deleteGroups(tx, orgId, contactIds.map(mentionGroup))),
  })
