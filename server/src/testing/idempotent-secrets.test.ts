import { z } from 'zod'
import { allEndpoints } from '@imperium/contract/registry.ts'
import { expect, test } from 'vitest'

/** Names of fields that hold a secret; a hint of one and a yes or no about it do not. */
const isSecret = (name: string, schema: { type?: string | undefined }) =>
  /secret|password|^plain|token$|^apiKey$|privateKey|recoveryCode/i.test(name) && schema.type !== 'boolean' && schema.type !== 'integer'

function secretsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(secretsIn)
  if (schema === null || typeof schema !== 'object') return []
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> }
  const own = Object.entries(properties).flatMap(([name, each]) => (isSecret(name, each) ? [name] : []))
  return [...own, ...Object.values(schema).flatMap(secretsIn)]
}

test('every operation that takes an idempotency key has a transaction to store its reply in', () => {
  const broken = allEndpoints.filter(({ idempotent, access, transaction }) => idempotent && (transaction === false || access === 'public'))
  expect(broken.map(({ id }) => id)).toEqual([])
})

test('no operation stores a secret in the reply that it keeps for repeats', () => {
  const kept = allEndpoints.flatMap((endpoint) => {
    if (!endpoint.idempotent || !('reply' in endpoint) || !endpoint.reply) return []
    const schema = z.toJSONSchema(endpoint.reply, { io: 'output', unrepresentable: 'any' })
    return secretsIn(schema).map((name) => `${endpoint.id}: ${name}`)
  })
  expect(kept).toEqual([])
})
