import { createECDH, randomBytes } from 'node:crypto'
import { newToken } from '../../../platform/crypto/crypto.ts'
import { newId } from '../../../platform/ids.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

async function writeNotice({ t, org, caller, word }: Setting): Promise<string> {
  const id = newId()
  await t.owner.query(
    `insert into app.notifications (org_id, id, user_id, type, category, title, message, source) values ($1, $2, $3, 'info', 'system', $4, '', $5)`,
    [org.id, id, caller.userId, word('Notice'), `sample:${id}`],
  )
  return id
}

function browser(): { endpoint: string; keys: { p256dh: string; auth: string } } {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  // A literal public IP address: nothing is resolved, and nothing is sent.
  return { endpoint: `https://93.184.215.14/push/${newId()}`, keys }
}

export const samples: Samples<'notifications'> = {
  'notifications.list': (): Sample => ({}),
  'notifications.browse': (): Sample => ({}),
  'notifications.events': (): Sample => ({}),
  'notifications.markRead': async (setting: Setting): Promise<Sample> => ({ params: { id: await writeNotice(setting) } }),
  'notifications.markAllRead': (): Sample => ({}),
  'notifications.remove': async (setting: Setting): Promise<Sample> => ({ params: { id: await writeNotice(setting) } }),
  'notifications.clear': (): Sample => ({}),
  'notifications.readPreferences': (): Sample => ({}),
  'notifications.updatePreferences': (): Sample => ({ body: { mentionsOnly: true } }),
  'notifications.readPush': (): Sample => ({}),
  'notifications.subscribePush': (): Sample => ({ body: browser() }),
  'notifications.unsubscribePush': (): Sample => ({ body: { endpoint: browser().endpoint } }),
  'notifications.unsubscribe': (): Sample => ({
    query: { key: newToken() },
    file: { type: 'application/x-www-form-urlencoded', bytes: Buffer.from('List-Unsubscribe=One-Click') },
  }),
}

/** Rows for the paged list of notifications. */
async function twoNotices(setting: Setting): Promise<Sample> {
  const owner = { ...setting, caller: setting.org.people.OWNER }
  await writeNotice(owner)
  await writeNotice(owner)
  return {}
}

export const pagedSamples: PagedSamples = {
  'notifications.browse': twoNotices,
}
