import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, test } from 'vitest'
import { createSigner } from '../../platform/signed-http/signer.ts'
import { newSigningSecret } from '../../platform/signed-http/signatures.ts'

// The official libraries are the judges: they share no code with ours.
const [secret, formerSecret] = [newSigningSecret(), newSigningSecret()]
const body = JSON.stringify({ event: 'agent.created', data: { name: 'Qualifier – é' } })
const sign = (at = Date.now()) =>
  createSigner({ secret, former: { secret: formerSecret, until: at + 1_000 }, now: () => at })('msg-1', body)
const libraries = [
  ['standardwebhooks', (key: string) => new StandardWebhook(key)],
  ['svix', (key: string) => new SvixWebhook(key)],
] as const

test.each(libraries)('%s accepts what we sign, with the new secret and with the former one', (_name, library) => {
  for (const key of [secret, formerSecret]) expect(() => library(key).verify(body, sign())).not.toThrow()
})

test.each(libraries)('%s refuses what is changed, old, of another sender, or of a former secret after its overlap', (_name, library) => {
  const verify = (key: string, text: string, headers: Record<string, string>) => () => library(key).verify(text, headers)
  expect(verify(secret, body.replace('agent', 'Agent'), sign())).toThrow('signature')
  expect(verify(secret, body, { ...sign(), 'webhook-id': 'msg-2' })).toThrow('signature')
  expect(verify(secret, body, sign(Date.now() - 3_600_000))).toThrow('timestamp')
  expect(verify(newSigningSecret(), body, sign())).toThrow('signature')
  const after = createSigner({ secret, former: { secret: formerSecret, until: Date.now() - 1 } })('msg-1', body)
  expect(verify(formerSecret, body, after)).toThrow('signature')
  expect(verify(secret, body, after)).not.toThrow()
})
