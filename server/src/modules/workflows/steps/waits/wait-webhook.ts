import { z } from 'zod'
import { hashTokenHex, newToken } from '../../../../platform/crypto/crypto.ts'
import { callbackUrl, tokenOf } from '../http/callback-address.ts'
import { takeEarlierCall } from '../http/callbacks-store.ts'
import { templateText } from '../config-fields.ts'
import { defineStep } from '../step-type.ts'
import { timeout, waitUntil } from './wait-until.ts'

export const waitWebhook = defineStep({
  kind: 'commit',
  config: z.strictObject({
    /** Address that an earlier step created; '' to create one now. */
    address: templateText(1000).default(''),
    timeout,
  }),
  about: {
    type: 'wait_webhook',
    label: 'Wait for a call',
    description: 'Waits until its URL is called once, or until a timeout.',
    category: 'flow',
    icon: 'webhook',
    ports: [
      { port: 'next', label: 'Next' },
      { port: 'timeout', label: 'Timed out' },
    ],
    form: [
      {
        path: 'address',
        label: 'Address',
        kind: 'template',
        placeholder: '{{ steps.address.url }}',
        hint: 'A URL created by "Create a callback URL". If empty, it is created now and shown in the run as resumeUrl.',
      },
      { path: 'timeout', label: 'Timeout', kind: 'duration' },
    ],
    sample: { method: 'POST', headers: {}, query: {}, body: { ok: true } },
  },
  run: async ({ config: { publicUrl } }, tx, { address, timeout: span }, { now }) => {
    const token = address.trim() === '' ? newToken() : tokenOf(address)
    if (token === null)
      return { kind: 'failed', code: 'INVALID_ADDRESS', message: 'This is not a callback URL of a workflow', retryable: false }
    const key = hashTokenHex(token)
    const call = await takeEarlierCall(tx, key)
    if (call !== undefined) return { kind: 'done', output: call }
    const wait = { kind: 'webhook', key, until: waitUntil(span, now) } as const
    return { kind: 'wait', wait: { ...wait, output: { resumeUrl: callbackUrl(publicUrl, token) } } }
  },
})
