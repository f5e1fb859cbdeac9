import { profile } from '@imperium/contract/auth/profile.ts'
import { notFound, stale } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { updatePerson, updatePreferences } from '../auth/index.ts'
import { listPeopleOf } from '../organizations/index.ts'
import { confirmEmail, requestEmail } from './change-email.ts'
import { cancelDeletion, confirmDeletion, requestDeletion } from './delete-account.ts'
import { readExportFile, requestExport } from './export-person.ts'
import { makeAvatar } from './make-avatar.ts'
import { readProfile } from './read-profile.ts'
import { deleteAvatar, findAvatar, findNewestExport, listAvatarVersions, saveAvatar, savePhone } from './store.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

/** A photo never changes under its version; without a version in the address it may change at any time. */
const keepSeconds = 7 * 86_400

export function profileOperations(platform: Platform) {
  const now = () => platform.clock.now()
  return bindOperations(profile, {
    read: (_input, { tx, caller }) => readProfile(tx, caller.userId, now()),
    update: async ({ body }, { tx, caller, audit }) => {
      const before = await readProfile(tx, caller.userId, now())
      const { phone, updatedAt, ...names } = body
      if (!(await updatePerson(tx, caller.userId, names, updatedAt))) throw stale()
      if (phone !== undefined) await savePhone(tx, caller.userId, phone)
      await signal(tx, accessChanged({ userId: caller.userId }))
      const after = await readProfile(tx, caller.userId, now())
      const shown = ({ firstName, lastName, phone: number }: typeof after) => ({ firstName, lastName, phone: number })
      audit({ targetId: caller.userId, before: shown(before), after: shown(after) })
      return after
    },
    updatePreferences: async ({ body }, { tx, caller, audit }) => {
      await updatePreferences(tx, caller.userId, body)
      await signal(tx, accessChanged({ userId: caller.userId }))
      const after = await readProfile(tx, caller.userId, now())
      audit({ targetId: caller.userId, before: caller.preferences, after: after.preferences })
      return after
    },
    setAvatar: async ({ body }, { tx, caller, audit }) => {
      const avatar = await makeAvatar(body.bytes)
      await saveAvatar(tx, caller.userId, avatar)
      audit({ targetId: caller.userId, after: { version: avatar.version } })
      return readProfile(tx, caller.userId, now())
    },
    removeAvatar: async (_input, { tx, caller, audit }) => {
      await deleteAvatar(tx, caller.userId)
      audit({ targetId: caller.userId })
      return readProfile(tx, caller.userId, now())
    },
    listAvatars: async ({ query }, { tx, caller }) => {
      const shared = await listPeopleOf(tx, orgIdsOf(caller), query.ids)
      return listAvatarVersions(tx, query.ids.includes(caller.userId) ? [...new Set([...shared, caller.userId])] : shared)
    },
    readAvatar: async ({ params, query }, { tx, caller }) => {
      const isShown = params.id === caller.userId || (await listPeopleOf(tx, orgIdsOf(caller), [params.id])).length > 0
      const avatar = isShown ? await findAvatar(tx, params.id) : undefined
      if (!avatar) throw notFound()
      return { content: avatar.content, ...(query.v === avatar.version ? { maxAgeSeconds: keepSeconds } : {}) }
    },
    requestEmail: async ({ body }, { tx, caller, audit }) => {
      await requestEmail(platform, tx, caller, body.email)
      audit({ targetId: caller.userId, after: body })
      return null
    },
    confirmEmail: ({ body }, context) => confirmEmail(platform, context, body.token),
    readExport: (_input, { tx, caller }) => findNewestExport(tx, caller.userId, now()),
    requestExport: (_input, { tx, caller, audit }) => {
      audit({ targetId: caller.userId })
      return requestExport(platform, tx, caller)
    },
    downloadExport: async ({ params }, { tx, caller }) => {
      const file = await readExportFile(platform, tx, caller.userId, params.id)
      if (!file) throw notFound()
      return file
    },
    requestDeletion: async (_input, { tx, caller, audit }) => {
      await requestDeletion(platform, tx, caller)
      audit({ targetId: caller.userId })
      return null
    },
    confirmDeletion: ({ body }, context) => confirmDeletion(platform, context, body.token),
    cancelDeletion: async (_input, { tx, caller, audit }) => {
      await cancelDeletion(platform, tx, caller)
      audit({ targetId: caller.userId })
      return readProfile(tx, caller.userId, now())
    },
  })
}

const orgIdsOf = ({ memberships }: { memberships: readonly { id: string }[] }) => memberships.map((each) => each.id)
