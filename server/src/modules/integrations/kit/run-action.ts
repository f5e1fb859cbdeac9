import type { z } from 'zod'
import { EgressError } from '../../../platform/http-out/egress-error.ts'
import { findAllowedAddress } from '../../../platform/http-out/allowed-address.ts'
import type { JsonValue } from '../../../platform/llm/types.ts'
import { parseJson } from '../../../platform/text/exact-json.ts'
import { storableJson } from '../../../platform/text/storable.ts'
import type { StoredDocument } from '../documented/stored-document.ts'
import { isReadOnly } from './action.ts'
import type { Action } from './action.ts'
import type { ApiRequest, ConnectorContext } from './request.ts'
import { readInput } from './read-input.ts'
import { secretsOf } from './open-connection.ts'
import type { OpenConnection, Outside } from './open-connection.ts'
import { createRedactor, redactValue } from './redact.ts'
import { sendRequest } from './send-request.ts'
import { ServiceError } from './service-error.ts'

export interface Work {
  /** Same for every try of the same execution. */
  identity: string
  signal: AbortSignal
}

const mostPages = 50
const maxOutputBytes = 1024 * 1024

/** Whether a repeat does no harm. */
export const isRepeatable = (action: Action): boolean =>
  action.isRepeatable ?? (isReadOnly(action) || ('identityHeader' in action && action.identityHeader !== undefined))

/** Runs an action: its output as data, without secrets. @throws ServiceError; InputError for an input that is not one. */
export async function runAction(
  outside: Outside,
  connection: OpenConnection,
  action: Action,
  given: unknown,
  work: Work,
): Promise<JsonValue> {
  const input = readInput(action.input, given, action.keptEmpty)
  const used = secretsOf(connection)
  const output = await perform(outside, connection, action, input, work)
  const redact = createRedactor([...used, ...secretsOf(connection)])
  const text = JSON.stringify(output ?? null)
  if (Buffer.byteLength(text) > maxOutputBytes) throw new ServiceError('The answer of the service is too large. Ask for less.')
  return storableJson(redactValue(parseJson(text), redact) as JsonValue)
}

async function perform(outside: Outside, connection: OpenConnection, action: Action, input: z.output<z.ZodObject>, work: Work) {
  const context = contextOf(outside, connection, work, isRepeatable(action))
  if ('run' in action) return action.run(input, context)
  const first = withIdentity(requestOf(action, input), action.identityHeader, work.identity)
  if (action.pages) return { items: await readPages(action, action.pages, first, input, context) }
  const response = await context.send(first)
  return action.read ? action.read(response.body, response, input) : response.body
}

type Declared = Extract<Action, { request: unknown }>

function requestOf(action: Declared, input: z.output<z.ZodObject>): ApiRequest {
  try {
    return { method: action.method, ...action.request(input) }
  } catch (error) {
    if (error instanceof RangeError) throw new ServiceError('A value of the address is empty or consists of dots', { cause: error })
    throw error
  }
}

const withIdentity = (request: ApiRequest, header: string | undefined, identity: string): ApiRequest =>
  header === undefined ? request : { ...request, headers: { ...request.headers, [header]: identity } }

async function readPages(
  { read }: Declared,
  { items, next, limit }: NonNullable<Declared['pages']>,
  first: ApiRequest,
  input: z.output<z.ZodObject>,
  context: ConnectorContext,
): Promise<unknown[]> {
  const most = limit(input)
  const found: unknown[] = []
  let request: ApiRequest | null = first
  for (let page = 0; request && page < mostPages && found.length < most; page++) {
    const response = await context.send(request)
    const body = read ? read(response.body, response, input) : response.body
    found.push(...items(body))
    request = next(response.body, request, response)
  }
  return found.slice(0, most)
}

/** What a connector's own code may do. */
export const contextOf = (
  outside: Outside,
  connection: OpenConnection,
  { identity, signal }: Work,
  mayRepeat?: boolean,
): ConnectorContext => ({
  get fields() {
    return connection.fields
  },
  identity,
  signal,
  now: outside.now(),
  send: (request) => sendRequest(outside, connection, request, { signal, isRepeatable: mayRepeat }),
  findAddress: async (host, port) => {
    try {
      if (outside.isHeld()) throw new EgressError('held', host)
      return await findAllowedAddress(outside.allow, host, port)
    } catch (error) {
      if (!(error instanceof EgressError)) throw error
      throw new ServiceError(error.publicMessage, { cause: error })
    }
  },
})

export interface Tested {
  /** The name of the account, if the service tells it. */
  account: string | null
  /** What the service offers now; null for a connector with actions of its own. */
  offer: StoredDocument | null
}

/** Calls the service without changing anything. @throws ServiceError */
export async function testConnection(outside: Outside, connection: OpenConnection, signal: AbortSignal): Promise<Tested> {
  const { test } = connection.connector
  const context = contextOf(outside, connection, { identity: 'test', signal }, true)
  if ('discover' in test) {
    const offer = await test.discover(context)
    return { account: offer.title, offer }
  }
  if ('run' in test) return { account: await test.run(context), offer: null }
  const { body } = await context.send(test.request)
  const account = test.account?.(body)
  return { account: typeof account === 'string' && account.trim() !== '' ? account.trim().slice(0, 200) : null, offer: null }
}
