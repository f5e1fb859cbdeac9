import { avatars } from '@imperium/contract/auth/avatars.ts'
import { call } from './api.ts'
import { sendRequest } from './request.ts'

/** Ids requested within this time share one request: a list requests all its photos together. */
const gatherMs = 20
const mostIds = 200

let gathering: { ids: Set<string>; versions: Promise<Map<string, string>> } | null = null

function findVersion(userId: string): Promise<string | undefined> {
  if (!gathering || gathering.ids.size >= mostIds) {
    const ids = new Set<string>()
    const versions = new Promise<void>((resolve) => setTimeout(resolve, gatherMs)).then(async () => {
      if (gathering?.ids === ids) gathering = null
      const found = await call(avatars.listAvatars, { query: { ids: [...ids].join(',') } })
      return new Map(found.map((each) => [each.userId, each.version]))
    })
    gathering = { ids, versions }
  }
  gathering.ids.add(userId)
  return gathering.versions.then((versions) => versions.get(userId))
}

/** The photo of a user as a URL for `<img>`; null without one. Photos need the session, which an `<img>` cannot send. */
export async function loadAvatar(userId: string): Promise<string | null> {
  const version = await findVersion(userId)
  if (version === undefined) return null
  const response = await sendRequest(avatars.readAvatar, { params: { id: userId }, query: { v: version } }, { headers: { accept: '*/*' } })
  return URL.createObjectURL(await response.blob())
}
