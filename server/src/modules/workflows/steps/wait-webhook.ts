import { z } from 'zod'
import { hashTokenHex, newToken } from '../../../platform/crypto.ts'
import { defineStep } from './step-type.ts'
import { timeout, waitUntil } from './wait-until.ts'

export const waitWebhook = defineStep({
  // Its address is made once: a step that is computed again would make another.
  kind: 'commit',
  config: z.strictObject({ timeout }),
  about: {
    type: 'wait_webhook',
    label: 'Wait for a call',
    description: 'Makes an address for one call and waits until it is called, or until its time is over.',
    category: 'flow',
    icon: 'webhook',
    ports: [
      { port: 'next', label: 'Next' },
      { port: 'timeout', label: 'Time is over' },
    ],
    form: [{ path: 'timeout', label: 'At most', kind: 'duration', hint: 'The address stands in the step of the run as resumeUrl.' }],
    sample: { method: 'POST', headers: {}, query: {}, body: { ok: true } },
  },
  run: async ({ config: { publicUrl } }, _tx, { timeout: span }, { now }) => {
    const token = newToken()
    const wait = { kind: 'webhook', key: hashTokenHex(token), until: waitUntil(span, now) } as const
    return { kind: 'wait', wait: { ...wait, output: { resumeUrl: `${publicUrl}/api/hooks/resume/${token}` } } }
  },
})
