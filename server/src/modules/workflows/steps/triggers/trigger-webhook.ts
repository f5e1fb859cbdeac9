import { z } from 'zod'
import { defineStep } from '../step-type.ts'

export const triggerWebhook = defineStep({
  kind: 'control',
  config: z.strictObject({
    path: z
      .string()
      .trim()
      .regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'Must be a-z, 0-9 and -, at most 80 characters'),
    /**
     * none: any caller with the address. secret: in the header `x-webhook-secret` or as a bearer token. signature: HMAC-SHA256 of the body.
     */
    check: z.enum(['none', 'secret', 'signature']).default('secret'),
    respond: z.enum(['at_once', 'workflow']).default('at_once'),
    timeoutSeconds: z.coerce.number().int().min(1).max(60).default(30),
  }),
  about: {
    type: 'trigger_webhook',
    label: 'Webhook',
    description: 'Starts when another system calls an address.',
    category: 'trigger',
    icon: 'webhook',
    isTrigger: true,
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      { path: 'path', label: 'Path', kind: 'text', required: true, placeholder: 'new-lead', hint: 'The last part of the address.' },
      {
        path: 'check',
        label: 'Who may call',
        kind: 'select',
        options: [
          { value: 'secret', label: 'Callers with the secret' },
          { value: 'signature', label: 'Callers who sign the body' },
          { value: 'none', label: 'Anyone with the URL' },
        ],
      },
      {
        path: 'respond',
        label: 'Answer',
        kind: 'select',
        options: [
          { value: 'at_once', label: 'Immediately' },
          { value: 'workflow', label: 'What the workflow responds' },
        ],
      },
      {
        path: 'timeoutSeconds',
        label: 'Response timeout (seconds)',
        kind: 'number',
        min: 1,
        max: 60,
        when: { path: 'respond', in: ['workflow'] },
      },
    ],
    sample: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      query: {},
      body: { email: 'ada@example.com', name: 'Ada Lovelace', company: 'Analytical Engines', budget: 12_000 },
    },
  },
})
