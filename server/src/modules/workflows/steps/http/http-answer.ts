import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { deepestJson, depthOf } from '../../core/json-depth.ts'
import { parseRetryAfterMs } from '../../../../platform/signed-http/retry-schedule.ts'
import { readBody } from '../../../../platform/text/charset.ts'
import type { ReadBody } from '../../../../platform/text/charset.ts'
import { parseJson } from '../../../../platform/text/exact-json.ts'
import type { StepResult } from '../step-type.ts'
import { isExpected, type HttpConfig } from './http-request.ts'

/** Cookies are secrets of the other side. */
const kept = (name: string): boolean => !/^(set-cookie|authorization|proxy-.*)$/i.test(name)

const jsonIn = (text: string): { ok: true; value: Json } | { ok: false } => {
  if (depthOf(text) > deepestJson) return { ok: false }
  try {
    return { ok: true, value: parseJson(text) as Json }
  } catch {
    return { ok: false }
  }
}

const isJson = (type: string | null): boolean => type !== null && /^application\/([\w.+-]+\+)?json\b/i.test(type)

const unreadableBody = 'The encoding of the response is unknown. Ask the service to name it (charset), or to send UTF-8.'

async function dropBody(response: Response): Promise<ReadBody> {
  await response.body?.cancel()
  return { kind: 'text', text: '' }
}

const bodyOf = async (response: Response): Promise<ReadBody> =>
  readBody(new Uint8Array(await response.arrayBuffer()), response.headers.get('content-type'))

const textIn = (body: ReadBody): string => (body.kind === 'text' ? body.text : body.kind === 'binary' ? body.base64 : '')

/** Turns a response into the step's result: unexpected statuses fail it; 429, 408 and 5xx allow a retry. */
export async function readResponse(
  config: HttpConfig,
  response: Response,
  { now, clean }: { now: Date; clean: (text: string) => string },
): Promise<StepResult> {
  const body = config.response === 'none' ? await dropBody(response) : await bodyOf(response)
  const text = clean(textIn(body))
  const { status } = response
  const parsed = config.response === 'json' || (config.response === 'auto' && isJson(response.headers.get('content-type')))
  const json = parsed && text !== '' ? jsonIn(text) : { ok: true as const, value: parsed ? null : text }
  const value = json.ok ? json.value : text
  const headers = Object.fromEntries([...response.headers].filter(([name]) => kept(name)).map(([name, value]) => [name, clean(value)]))
  const output = { status, headers, body: value }
  if (!isExpected(config.expect, status)) {
    const retryAfterMs = parseRetryAfterMs(response.headers.get('retry-after'), now)
    const retryable = status >= 500 || status === 429 || status === 408
    const delay = retryable && retryAfterMs !== null ? { retryAfterMs } : {}
    return {
      kind: 'failed',
      code: `HTTP_${status}`,
      ...message('The server responded with status {status}', { status }),
      retryable,
      output,
      ...delay,
    }
  }
  if (body.kind === 'unreadable') return { kind: 'failed', code: 'UNREADABLE_TEXT', message: unreadableBody, retryable: false, output }
  if (!json.ok) return { kind: 'failed', code: 'INVALID_JSON', message: 'The response is not JSON', retryable: false, output }
  return { kind: 'done', output }
}
