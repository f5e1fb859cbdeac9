import { recordConsent, sealLink, unsubscribeToken } from '../index.ts'
import { newId } from '../../../platform/ids.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const contact = async ({ create }: Setting): Promise<string> => String((await create('contacts.create')).id)

/** A link of a contact that agreed, as a message holds it. */
async function linkTo(setting: Setting, kind: 'unsubscribe' | 'confirm'): Promise<Sample> {
  const { t, org } = setting
  const contactId = await contact(setting)
  const status = kind === 'confirm' ? ('pending' as const) : ('granted' as const)
  await t.platform.db.withOrg(org.id, (tx) =>
    recordConsent(tx, [{ contactId, channel: 'email', purpose: 'marketing', status, source: 'form', proof: { text: 'sample' } }]),
  )
  const ref = { orgId: org.id, contactId, channel: 'email' as const, purpose: 'marketing', sendId: newId() }
  return {
    params: { token: kind === 'confirm' ? sealLink(t.platform, { ...ref, kind }) : unsubscribeToken(t.platform, ref) },
  }
}

/** A button on the page behind such a link. */
const pressed = async (setting: Setting, kind: 'unsubscribe' | 'confirm', form: string): Promise<Sample> => ({
  ...(await linkTo(setting, kind)),
  file: { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(form) },
})

const purpose = ({ word }: Setting) => ({ key: word('p').toLowerCase().replaceAll('-', '_'), name: word('Purpose'), description: '' })

export const samples: Samples<'consents' | 'link-pages'> = {
  'consents.listPurposes': (): Sample => ({}),
  'consents.createPurpose': (setting: Setting): Sample => ({ body: purpose(setting) }),
  // A new purpose: every organization has `marketing`.
  'consents.updatePurpose': async (setting: Setting) => ({
    params: { key: String((await setting.create('consents.createPurpose'))['key']) },
    body: { description: setting.word('About') },
  }),
  'consents.readSettings': (): Sample => ({}),
  'consents.updateSettings': (): Sample => ({
    body: {
      doubleOptIn: false,
      quietFrom: '21:30',
      quietUntil: '07:30',
      quietChannels: ['sms'],
      capMessages: 5,
      capDays: 7,
      pageTitle: 'Your choice',
      pageText: '',
      helpText: '',
    },
  }),
  'consents.ofContact': async (setting: Setting): Promise<Sample> => ({ params: { id: await contact(setting) } }),
  'consents.history': async (setting: Setting): Promise<Sample> => ({ params: { id: await contact(setting) } }),
  'consents.grant': async (setting: Setting): Promise<Sample> => ({
    params: { id: await contact(setting) },
    body: { channel: 'email', purpose: 'marketing', source: 'manual', proof: 'Signed at the fair' },
  }),
  'consents.remind': async (setting: Setting): Promise<Sample> => {
    const id = await contact(setting)
    await setting.run('consents.grant', {
      params: { id },
      body: { channel: 'email', purpose: 'marketing', source: 'manual', proof: 'Signed at the fair' },
    })
    await setting.t.owner.query("update app.consents set status = 'pending' where contact_id = $1", [id])
    return { params: { id }, body: { purpose: 'marketing' } }
  },
  'consents.withdraw': async (setting: Setting): Promise<Sample> => ({
    params: { id: await contact(setting) },
    body: { channel: 'email', purpose: null, proof: 'By telephone' },
  }),
  'consents.listSuppressions': (): Sample => ({ query: { channel: 'email' } }),
  'consents.addSuppression': ({ word }: Setting): Sample => ({
    body: { channel: 'email', address: `${word('never').toLowerCase()}@example.com`, detail: 'Asked us' },
  }),
  'consents.addSuppressions': ({ word }: Setting): Sample => ({
    body: { channel: 'email', addresses: `${word('one').toLowerCase()}@example.com\n${word('two').toLowerCase()}@example.com` },
  }),
  'consents.readAddressFile': ({ word }: Setting): Sample => ({
    query: { channel: 'email' },
    file: { type: 'text/csv', bytes: Buffer.from(`Email\n${word('one').toLowerCase()}@example.com\n`) },
  }),
  'consents.removeSuppression': async ({ create }: Setting): Promise<Sample> => ({
    params: { id: String((await create('consents.addSuppression')).id) },
    body: { reason: 'Asked to come back' },
  }),
  'consents.openPreferences': (setting: Setting): Promise<Sample> => linkTo(setting, 'unsubscribe'),
  'consents.savePreferences': async (setting: Setting): Promise<Sample> => ({
    ...(await linkTo(setting, 'unsubscribe')),
    body: { choices: [{ channel: 'email', purpose: 'marketing', granted: false }] },
  }),
  'consents.endByLink': async (setting: Setting): Promise<Sample> => ({
    ...(await linkTo(setting, 'unsubscribe')),
    body: { everything: false },
  }),
  'consents.unsubscribe': async (setting: Setting): Promise<Sample> => ({
    ...(await linkTo(setting, 'unsubscribe')),
    file: { type: 'application/x-www-form-urlencoded', bytes: Buffer.from('List-Unsubscribe=One-Click') },
  }),
  'consents.openUnsubscribe': (setting: Setting): Promise<Sample> => linkTo(setting, 'unsubscribe'),
  'link-pages.openConfirmation': (setting: Setting): Promise<Sample> => linkTo(setting, 'confirm'),
  'link-pages.confirm': (setting: Setting): Promise<Sample> => pressed(setting, 'confirm', 'do=confirm'),
  'link-pages.openChoices': (setting: Setting): Promise<Sample> => linkTo(setting, 'unsubscribe'),
  'link-pages.saveChoices': (setting: Setting): Promise<Sample> => pressed(setting, 'unsubscribe', 'do=save&choice=email+marketing'),
  'link-pages.openUnsubscribePage': (setting: Setting): Promise<Sample> => linkTo(setting, 'unsubscribe'),
  'link-pages.unsubscribeOnPage': (setting: Setting): Promise<Sample> => pressed(setting, 'unsubscribe', 'do=purpose'),
}

export const pagedSamples: PagedSamples = {
  'consents.history': async ({ create, run }) => {
    const params = { id: String((await create('contacts.create')).id) }
    const body = { channel: 'email', purpose: 'marketing', source: 'manual', proof: 'On paper' }
    await run('consents.grant', { params, body })
    await run('consents.withdraw', { params, body: { channel: 'email', purpose: 'marketing' } })
    return { params }
  },
  'consents.listSuppressions': async ({ create }) => {
    await create('consents.addSuppression')
    await create('consents.addSuppression')
    return {}
  },
}
