import { createHmac } from 'node:crypto'
import { newId } from '../../../platform/ids.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

type Make = (setting: Setting) => Sample | Promise<Sample>

const none: Make = () => ({})
const signingSecret = `whsec_${Buffer.from('a secret of the samples, 1').toString('base64')}`

const webhook = ({ word }: Setting) => ({
  provider: 'webhook',
  name: word('Hook'),
  settings: { url: 'https://1.1.1.1/in' },
  secret: { signingSecret },
})
const twilio = ({ word }: Setting) => ({
  provider: 'twilio',
  name: word('Sms'),
  settings: { baseUrl: 'https://1.1.1.1', accountSid: 'ACsample', from: '+12025550100' },
  secret: { authToken: 'sample-token-of-sms' },
})

const withId = (operation: Parameters<Setting['create']>[0], body?: Record<string, unknown>): Make => {
  return async ({ create }) => ({ params: { id: String((await create(operation)).id) }, ...(body ? { body } : {}) })
}

const seeded = async ({ create }: Setting, channel: string): Promise<string> => {
  const accounts = (await create('channels.listAccounts')) as unknown as { id: string; channel: string; isDefault: boolean }[]
  return accounts.find((each) => each.channel === channel && each.isDefault)?.id ?? ''
}

async function account({ run }: Setting, body: Record<string, unknown>): Promise<{ id: string; token: string }> {
  const { id } = await run('channels.createAccount', { body })
  const hook = await run('channels.readHook', { params: { id: String(id) } })
  return { id: String(id), token: String(hook['url']).split('/').at(-1) ?? '' }
}

/** Signed as Twilio does it: the address and the sorted fields. */
async function signedReport(setting: Setting): Promise<Sample> {
  const { token } = await account(setting, twilio(setting))
  const fields = { From: '+12025550111', MessageSid: `SM${newId()}`, MessageStatus: 'delivered', To: '+12025550100' }
  const url = `${setting.t.platform.config.publicUrl}/api/hooks/${token}`
  const signed = url + Object.entries(fields).flat().join('')
  return {
    params: { token },
    file: { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(new URLSearchParams(fields).toString()) },
    headers: { 'x-twilio-signature': createHmac('sha1', 'sample-token-of-sms').update(signed).digest('base64') },
  }
}

async function challenge(setting: Setting): Promise<Sample> {
  const body = {
    provider: 'whatsapp-cloud',
    name: setting.word('Wa'),
    settings: { baseUrl: 'https://1.1.1.1', phoneNumberId: '1', businessAccountId: '2' },
    secret: { accessToken: 'sample-token', appSecret: 'sample-secret' },
  }
  const { id } = await setting.run('channels.createAccount', { body })
  const hook = await setting.run('channels.readHook', { params: { id: String(id) } })
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': String(hook['verifyToken']), 'hub.challenge': '1158201444' }
  return { params: { token: String(hook['url']).split('/').at(-1) ?? '' }, query }
}

async function mailbox(setting: Setting): Promise<Sample> {
  const inbound = { host: '1.1.1.1', port: 1, username: 'sample', password: 'sample-password' }
  const body = { provider: 'smtp', name: setting.word('Smtp'), settings: { host: '1.1.1.1' }, inbound }
  return { params: { id: String((await setting.run('channels.createAccount', { body })).id) } }
}

async function senderLink({ t, org, run, word }: Setting): Promise<Sample> {
  const { id } = await run('channels.createSender', { body: { name: 'Sample', email: `${word('link').toLowerCase()}@example.org` } })
  const token = newId()
  await t.owner.query(`update app.senders set verify_token_hash = sha256($2::bytea), verify_sent_at = now() where id = $1`, [
    id,
    Buffer.from(token),
  ])
  return { body: { token: `${org.id}.${token}` } }
}

const sender = ({ word }: Setting) => ({ name: word('Sender'), email: `${word('sender').toLowerCase()}@example.org` })

async function template(setting: Setting): Promise<Record<string, unknown>> {
  const accountId = await seeded(setting, 'whatsapp')
  return {
    accountId,
    name: setting
      .word('hello')
      .toLowerCase()
      .replaceAll(/[^a-z0-9_]/g, '_'),
    language: 'en',
    body: 'Hello {{1}}',
  }
}

export const samples: Samples<'channels'> = {
  'channels.listAccounts': none,
  'channels.createAccount': (setting) => ({ body: webhook(setting) }),
  'channels.updateAccount': withId('channels.createAccount', { provider: 'webhook', ratePerSecond: 5 }),
  'channels.removeAccount': withId('channels.createAccount'),
  'channels.testAccount': async (setting) => ({ params: { id: await seeded(setting, 'sms') }, body: { to: '+12025550100' } }),
  'channels.resumeAccount': withId('channels.createAccount'),
  'channels.readHook': async (setting) => ({ params: { id: (await account(setting, twilio(setting))).id } }),
  'channels.renewHook': async (setting) => ({ params: { id: (await account(setting, twilio(setting))).id } }),
  'channels.updateHook': async (setting) => ({
    params: { id: await seeded(setting, 'email') },
    body: { provider: 'mailgun', signingKey: 'sample-key-of-mailgun' },
  }),
  'channels.readMailbox': mailbox,
  'channels.receiveHook': signedReport,
  'channels.confirmHook': challenge,
  'channels.listTemplates': none,
  'channels.createTemplate': async (setting) => ({ body: await template(setting) }),
  'channels.syncTemplates': async (setting) => ({ params: { id: await seeded(setting, 'whatsapp') } }),
  'channels.removeTemplate': withId('channels.createTemplate'),
  'channels.listDomains': none,
  'channels.addDomain': ({ word }) => ({ body: { domain: `${word('d').toLowerCase()}.example.org` } }),
  'channels.checkDomain': async ({ t, create }) => {
    const { id } = await create('channels.addDomain')
    Object.assign(t.platform, { dns: { ...t.platform.dns, readTxt: async () => [] } })
    return { params: { id: String(id) } }
  },
  'channels.rotateKey': withId('channels.addDomain'),
  'channels.forgetKey': async ({ create, run }) => {
    const id = String((await create('channels.addDomain')).id)
    const { nextSelector } = await run('channels.rotateKey', { params: { id } })
    return { params: { id, selector: String(nextSelector) } }
  },
  'channels.removeDomain': withId('channels.addDomain'),
  'channels.listSenders': none,
  'channels.createSender': (setting) => ({ body: sender(setting) }),
  'channels.updateSender': withId('channels.createSender', { name: 'Changed by a sample' }),
  'channels.removeSender': async (setting) => {
    // Not the default one, which stays while there are others.
    await setting.create('channels.createSender')
    return { params: { id: String((await setting.create('channels.createSender')).id) } }
  },
  'channels.sendSenderLetter': withId('channels.createSender'),
  'channels.verifySender': senderLink,
  'channels.readEmailSettings': none,
  'channels.updateEmailSettings': () => ({ body: { launchLimit: 500 } }),
  'channels.listInbound': none,
}

/** Two inbound messages. */
async function twoInbound({ t, org, word }: Setting): Promise<Sample> {
  for (const externalId of [newId(), newId()])
    await t.owner.query(
      `insert into app.inbound_items (org_id, id, channel, kind, external_id, sender, body_text) values ($1, $2, 'sms', 'message', $3, '+12025550111', $4)`,
      [org.id, newId(), externalId, word('Said')],
    )
  return {}
}

export const pagedSamples: PagedSamples = {
  'channels.listInbound': twoInbound,
}
