import type { Platform } from '../../../../platform/platform.ts'
import { EgressError } from '../../../../platform/http-out/egress-error.ts'
import { defineStep, type StepContext, type StepResult } from '../step-type.ts'
import { isBoundTo } from '../../credentials/credential-hosts.ts'
import { findCredential } from '../../credentials/credentials-store.ts'
import { openCredentialForUse, withoutSecret } from '../../credentials/apply-credential.ts'
import { failWith } from '../fail-with.ts'
import { readResponse } from './http-answer.ts'
import { HttpConfig, addressOf, httpMethods, whenUnknown } from './http-request.ts'
import { HostNotBound, sendRequest } from './send-request.ts'

const failed = (code: string, message: string): StepResult => ({ kind: 'failed', code, message, retryable: false })

const hostNotBound = failed('CREDENTIAL_HOST', 'This credential is not allowed for this host. A host without a port means https.')

async function send(platform: Platform, config: HttpConfig, url: URL, context: StepContext, signal: AbortSignal): Promise<StepResult> {
  const { orgId, identity } = context
  const credential =
    config.credential === '' ? null : await platform.db.withOrg(orgId, (tx) => openCredentialForUse(platform, tx, config.credential))
  if (config.credential !== '' && !credential) return failed('NO_CREDENTIAL', 'The credential of this step does not exist any more')
  const response = await sendRequest(platform, { config, url, identity, credential, signal })
  return readResponse(config, response, { now: platform.clock.now(), clean: (text) => withoutSecret(text, credential) })
}

/** A request that certainly did not arrive is retried; one that may have arrived only when a repeat is harmless. */
function explain(error: unknown, config: HttpConfig): StepResult {
  if (error instanceof HostNotBound) return hostNotBound
  if (!(error instanceof EgressError)) return failWith(error)
  const { reason, publicMessage: message, maybeSent } = error
  const fixed = reason === 'invalid_url' || reason === 'blocked_address' || reason === 'too_large' || reason === 'too_many_redirects'
  const isUnknown = maybeSent && whenUnknown(config) === 'hold'
  return {
    kind: 'failed' as const,
    code: reason.toUpperCase(),
    message,
    retryable: !fixed && !isUnknown,
    ...(isUnknown ? { unknown: true } : {}),
  }
}

export const http = defineStep({
  kind: 'effect',
  config: HttpConfig,
  whenUnknown,
  about: {
    type: 'http',
    label: 'HTTP request',
    description: 'Calls another system and reads its response.',
    category: 'data',
    icon: 'http',
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      { path: 'method', label: 'Method', kind: 'select', options: httpMethods.map((value) => ({ value, label: value })) },
      { path: 'url', label: 'Address', kind: 'template', required: true, placeholder: 'https://api.example.com/leads' },
      { path: 'credential', label: 'Credential', kind: 'credential', hint: 'A secret is sent to the hosts of its credential only.' },
      { path: 'query', label: 'Query parameters', kind: 'pairs' },
      { path: 'headers', label: 'Headers', kind: 'pairs' },
      {
        path: 'bodyType',
        label: 'Body',
        kind: 'select',
        options: [
          { value: 'none', label: 'None' },
          { value: 'json', label: 'JSON' },
          { value: 'form', label: 'Form' },
          { value: 'text', label: 'Text' },
        ],
      },
      { path: 'json', label: 'JSON', kind: 'json', when: { path: 'bodyType', in: ['json'] } },
      { path: 'form', label: 'Form', kind: 'pairs', when: { path: 'bodyType', in: ['form'] } },
      { path: 'text', label: 'Text', kind: 'longTemplate', when: { path: 'bodyType', in: ['text'] } },
      { path: 'timeoutSeconds', label: 'Response timeout (seconds)', kind: 'number', min: 1, max: 120 },
      { path: 'followRedirects', label: 'Follow redirects', kind: 'switch' },
      { path: 'expect', label: 'Expected statuses', kind: 'text', placeholder: '200-299', hint: 'Any other status fails the step.' },
      {
        path: 'response',
        label: 'Read the response as',
        kind: 'select',
        options: [
          { value: 'auto', label: 'Declared type' },
          { value: 'json', label: 'JSON' },
          { value: 'text', label: 'Text' },
          { value: 'none', label: 'Nothing' },
        ],
      },
      {
        path: 'whenUnknown',
        label: 'If a crash leaves its outcome unknown',
        kind: 'select',
        hint: 'Every repeat has the same Idempotency-Key.',
        options: [
          { value: 'auto', label: 'Retry GET, HEAD, PUT and DELETE; otherwise ask' },
          { value: 'repeat', label: 'Repeat' },
          { value: 'hold', label: 'Ask a person' },
        ],
      },
    ],
    sample: { status: 200, headers: { 'content-type': 'application/json' }, body: { ok: true } },
  },
  check: async (_platform, tx, { credential, url }) => {
    if (credential === '') return []
    const found = await findCredential(tx, credential)
    if (!found) return [{ path: 'credential', message: 'This credential does not exist' }]
    const address = url.includes('{{') || url.includes('{%') ? null : URL.parse(url)
    const isBound = address === null || isBoundTo(found.hosts, address)
    return isBound ? [] : [{ path: 'credential', message: 'This credential may not be sent to this host' }]
  },
  run: async (platform, config, context, signal) => {
    const url = URL.canParse(config.url.trim()) ? addressOf(config) : null
    if (url === null) return failed('INVALID_URL', 'The address is not a web address')
    try {
      return await send(platform, config, url, context, signal)
    } catch (error) {
      return explain(error, config)
    }
  },
})
