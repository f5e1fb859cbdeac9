import { build } from 'vite'
import { expect, test } from 'vitest'
import { allEndpoints } from '@imperium/contract/registry.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { lightContract } from '../../vite-light-contract.ts'

const entry = 'light-registry'

/** Builds the registry as the client gets it, with the plugin's own copy of the operation kit, and runs it. */
async function loadLightRegistry(): Promise<readonly Partial<Endpoint>[]> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? `export { allEndpoints } from '@imperium/contract/registry.ts?light'` : null),
      },
      lightContract(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  })
  const output = Array.isArray(built) ? built[0]?.output : 'output' in built ? built.output : undefined
  const code = output?.[0].code ?? ''
  const loaded = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as {
    allEndpoints: readonly Partial<Endpoint>[]
  }
  return loaded.allEndpoints
}

test('gives the client the same operations as the contract, without summaries and schemas', async () => {
  const light = await loadLightRegistry()
  const parts = ({ id, method, path, access, paged, idempotent, upload }: Partial<Endpoint>) => ({
    id,
    method,
    path,
    access,
    paged,
    idempotent,
    upload,
  })
  expect(light.map(parts)).toEqual(allEndpoints.map(parts))
  const kept = new Set(light.flatMap((operation) => Object.keys(operation)))
  for (const name of ['summary', 'params', 'query', 'body', 'reply', 'event', 'row', 'filter']) expect([...kept]).not.toContain(name)
})
