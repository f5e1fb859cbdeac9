import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const form = ({ word }: Setting) => ({
  name: word('Form'),
  purposes: ['marketing'],
  fields: [{ field: 'firstName', required: false }],
  tags: ['web'],
  consentText: 'Yes, write to me about your products.',
})

const changed = new WeakMap<Setting['org'], string>()

/** A reused form: the matrix sends more variants than an organization may have forms. */
async function formToChange(setting: Setting): Promise<string> {
  const id = changed.get(setting.org) ?? String((await setting.create('sign-up-forms.create'))['id'])
  changed.set(setting.org, id)
  return id
}

/** A form's public address. */
async function addressOf(setting: Setting): Promise<Record<string, string>> {
  const made = await setting.create('sign-up-forms.create')
  const [org = '', slug = ''] = new URL(String(made['url'])).pathname.split('/').slice(2)
  return { org, form: slug }
}

export const samples: Samples<'sign-up-forms'> = {
  'sign-up-forms.list': (): Sample => ({}),
  'sign-up-forms.create': (setting: Setting): Sample => ({ body: form(setting) }),
  'sign-up-forms.update': async (setting: Setting): Promise<Sample> => ({
    params: { id: await formToChange(setting) },
    body: form(setting),
  }),
  'sign-up-forms.archive': async (setting: Setting): Promise<Sample> => ({
    params: { id: String((await setting.create('sign-up-forms.create'))['id']) },
    body: { archived: true },
  }),
  'sign-up-forms.open': async (setting: Setting): Promise<Sample> => ({ params: await addressOf(setting) }),
  'sign-up-forms.submit': async (setting: Setting): Promise<Sample> => ({
    params: await addressOf(setting),
    file: {
      type: 'application/x-www-form-urlencoded',
      bytes: Buffer.from(`email=${setting.word('visitor').toLowerCase()}%40example.com&firstName=Ada`),
    },
  }),
  'sign-up-forms.thank': async (setting: Setting): Promise<Sample> => ({ params: await addressOf(setting) }),
}
