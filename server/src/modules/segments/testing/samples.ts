import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const rules = {
  match: 'all',
  rules: [
    { kind: 'tags', op: 'any_of', tags: ['vip'] },
    { match: 'any', rules: [{ kind: 'field', field: 'email', op: 'ends_with', value: '@example.com' }] },
  ],
}
const segment = ({ word }: Setting) => ({ name: word('Segment'), description: 'Made by a sample', rules })
const created = async ({ create }: Setting): Promise<Sample> => ({ params: { id: String((await create('segments.create')).id) } })

export const samples: Samples<'segments'> = {
  'segments.list': () => ({ query: { limit: '2' } }),
  'segments.read': created,
  'segments.create': (setting) => ({ body: segment(setting) }),
  'segments.update': async (setting) => ({ ...(await created(setting)), body: { description: 'Changed by a sample' } }),
  'segments.remove': created,
  'segments.clone': created,
  'segments.count': created,
  'segments.choices': () => ({}),
  'segments.links': async ({ create }: Setting) => ({ params: { id: String((await create('campaigns.create')).id) } }),
  // Uses the sandbox model, whatever default other samples have set.
  'segments.describe': async ({ t, org }: Setting) => {
    await t.owner.query('update app.ai_model_configs set is_default = false where org_id = $1 and is_default', [org.id])
    await t.owner.query("update app.ai_model_configs set is_default = true, is_active = true where org_id = $1 and model_id = 'sandbox'", [
      org.id,
    ])
    return { body: { text: 'everyone who opened a mail in the last 30 days' } }
  },
  'segments.preview': () => ({ body: { rules } }),
  'segments.contacts': created,
}

/** At least two rows each, for the paged lists. */
export const pagedSamples: PagedSamples = {
  'segments.list': async ({ create }: Setting): Promise<Sample> => {
    await create('segments.create')
    await create('segments.create')
    return {}
  },
  'segments.contacts': async ({ run, word }: Setting): Promise<Sample> => {
    for (const name of ['One', 'Two'])
      await run('contacts.create', { body: { email: `${word(name).toLowerCase()}@example.com`, firstName: word(name) } })
    const allContacts = { match: 'all', rules: [{ kind: 'field', field: 'email', op: 'ends_with', value: '@example.com' }] }
    return { params: { id: String((await run('segments.create', { body: { name: word('Everybody'), rules: allContacts } })).id) } }
  },
}
