import { newId } from '../../../platform/ids.ts'
import { idOf, none } from '../../../testing/matrix/sample.ts'
import type { Samples, Setting } from '../../../testing/matrix/sample.ts'

const provider = ({ word }: Setting) => ({
  code: word('p').toLowerCase(),
  name: word('Provider'),
  displayName: word('Provider'),
  apiBaseUrl: 'https://models.example.com/v1',
})

const config = async ({ word, create }: Setting) => ({
  providerId: String((await create('ai-models.createProvider')).id),
  modelId: word('model').toLowerCase(),
  displayName: word('Model'),
  apiKey: `sk-sample-${newId()}`,
})

export const samples: Samples<'ai-models'> = {
  'ai-models.listConfigs': none,
  'ai-models.createConfig': async (setting) => ({ body: await config(setting) }),
  'ai-models.updateConfig': idOf('ai-models.createConfig', { displayName: 'Changed by a sample' }),
  'ai-models.removeConfig': idOf('ai-models.createConfig'),
  // The sandbox provider needs no network.
  'ai-models.test': async ({ create }) => {
    const providers = (await create('ai-models.listProviders')) as unknown as { id: string; adapter: string }[]
    return { body: { providerId: providers.find((each) => each.adapter === 'sandbox')?.id, modelId: 'sandbox' } }
  },
  'ai-models.listProviders': none,
  'ai-models.createProvider': (setting) => ({ body: provider(setting) }),
  'ai-models.updateProvider': idOf('ai-models.createProvider', { displayName: 'Changed by a sample' }),
  'ai-models.removeProvider': idOf('ai-models.createProvider'),
  'ai-models.catalogue': none,
  'ai-models.unknownCalls': none,
  'ai-models.templates': none,
}
