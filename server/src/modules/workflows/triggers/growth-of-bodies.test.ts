import { expect, test } from 'vitest'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { sample } from '../../../testing/deep.ts'
import { repeat, shapes, steadyGrowthOf } from '../../../testing/growth.ts'
import { readWebhookBody } from './read-webhook-body.ts'

const boundary = 'xxBOUNDARYxx'
const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`
const form = (made: string) => `${made}--${boundary}--\r\n`

/** Harmless bodies that grow, by what callers send. */
const bodies: Record<string, [header: string, make: (length: number) => string]> = {
  'a list of JSON': ['application/json', (length) => `[${'{"a":[1,"b"]},'.repeat(length / 14)}0]`],
  'long numbers of JSON': ['application/json', (length) => `[${'12345678901234567.5,'.repeat(length / 20)}0]`],
  'names of JSON': ['application/json', (length) => `{${Array.from({ length: length / 12 }, (_, at) => `"a${at}":1`).join()}}`],
  'fields of a form': [
    'application/x-www-form-urlencoded',
    (length) => Array.from({ length: length / 9 }, (_, at) => `a${at}=%41`).join('&'),
  ],
  'one field of a form, repeated': ['application/x-www-form-urlencoded', repeat('a=1&')],
  'parts of a form': [
    `multipart/form-data; boundary=${boundary}`,
    (length) => form(Array.from({ length: length / 80 }, (_, at) => part(`a${at}`)).join('')),
  ],
  'one part of a form, repeated': [`multipart/form-data; boundary=${boundary}`, (length) => form(repeat(part('a'))(length))],
  text: ['text/plain', shapes['text'] ?? repeat('a')],
}

// Read on the event loop, from anyone who knows the address of a webhook.
test.each(sample('bodies of webhooks', Object.entries(bodies), 3))(
  'a body of a webhook with twice of %s costs at most three times the work',
  async (_name, [header, make]) => {
    const [contentType = ''] = header.split(';')
    const read = (text: string) => readWebhookBody(header, { contentType, bytes: Buffer.from(text, 'latin1') })
    expect(await steadyGrowthOf(read, make, workflowLimits.inputBytes)).toBeLessThanOrEqual(3)
  },
)
