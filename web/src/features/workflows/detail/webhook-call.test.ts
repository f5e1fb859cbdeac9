import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { webhookCall } from './webhook-call.ts'

const url = 'https://imperium.example.com/api/hooks/northwind/new-lead'

/** Runs the example in a shell with a curl that prints its arguments instead of sending a request. */
const run = (check: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${webhookCall(url, check)}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')

test('the example with a secret is one call of the address', () => {
  const sent = run('secret')
  expect(sent.slice(0, 3)).toEqual(['-X', 'POST', url])
  expect(sent).toContain('x-webhook-secret: whsec_…')
  expect(run('none').join(' ')).not.toContain('secret')
})

test('signs what the server checks: the time, a dot and the body', () => {
  const sent = run('signature')
  const time = sent.find((each) => each.startsWith('x-timestamp: '))?.slice('x-timestamp: '.length) ?? ''
  const body = sent.at(-1) ?? ''
  const wanted = createHmac('sha256', 'whsec_…').update(`${time}.${body}`).digest('hex')
  expect(JSON.parse(body)).toEqual({ email: 'ada@example.com' })
  expect(sent).toContain(`x-signature: sha256=${wanted}`)
})
