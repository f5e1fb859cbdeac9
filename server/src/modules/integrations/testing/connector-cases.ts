import { expect, test } from 'vitest'
import type { Connector } from '../kit/connector.ts'
import { readInput } from '../kit/read-input.ts'
import { toItems } from '../kit/read-poll.ts'
import { act, check, connectionOf, poll } from './stub-service.ts'
import type { Reply, Stub } from './stub-service.ts'

/** `GET https://…` of the last request (empty: there is none), and what else is expected of it. */
interface Expected {
  sent: string
  query?: object
  body?: unknown
  headers?: Record<string, string>
}

interface ActionCase extends Expected {
  input?: object
  answers?: Reply[]
  /** The whole output; the body of the last answer unless given. */
  output?: unknown
}
interface PollCase extends Expected {
  input?: object
  before?: string | null
  /** Its pages, each asked for once. */
  answers: Reply[]
  ids: string[]
  /** Not of those that read by time: theirs is of the kit. */
  cursor?: string | null
}
interface HookCase {
  input?: object
  body: unknown
  headers?: Record<string, string>
  /** The headers with which the service signs a body. */
  sign: (body: string, secret: string, url: string) => Record<string, string>
  ids: string[]
  /** A body about something else. */
  other: unknown
  /** As a form, which Twilio sends. */
  isForm?: boolean
}

export interface ConnectorCases {
  connector: Connector
  fields: Record<string, string>
  /** The test of the connection. */
  check?: Expected & { answer: Reply; account: string | null }
  /** What the service answers to wrong credentials, and the text that people see. */
  refused: Reply & { message: string }
  actions: Record<string, ActionCase>
  polls?: Record<string, PollCase>
  hooks?: Record<string, HookCase>
}

const secret = 'whsec-for-tests'
const url = 'https://imperium.example/api/hooks/1'

/** The tests of one connector: its connection, a refusal, each action and each trigger once. */
export function testConnector(stub: () => Stub, cases: ConnectorCases): void {
  const { connector, fields } = cases
  const connection = connectionOf(connector, fields)
  const expectSent = ({ sent, query, body, headers }: Expected) => {
    if (sent === '') return expect(stub().requests).toEqual([])
    const last = stub().last()
    expect(`${last.method} ${last.url}`).toBe(sent)
    expect(last).toMatchObject({ ...(query && { query }), ...(body !== undefined && { body }), ...(headers && { headers }) })
  }

  test('every action and trigger has a case', () => {
    const triggers = [...Object.keys(cases.polls ?? {}), ...Object.keys(cases.hooks ?? {})]
    expect(Object.keys(cases.actions).toSorted()).toEqual(Object.keys(connector.actions).toSorted())
    expect(triggers.toSorted()).toEqual(Object.keys(connector.triggers ?? {}).toSorted())
    for (const name of [...Object.keys(connector.actions), ...triggers]) expect(`${connector.id}_${name}`.length).toBeLessThanOrEqual(39)
  })

  for (const checked of cases.check ? [cases.check] : [])
    test('tests the connection', async () => {
      stub().respond(checked.answer)
      expect(await check(stub(), connection)).toBe(checked.account)
      expectSent(checked)
    })

  test('tells why the service refuses', async () => {
    stub().respond(cases.refused)
    const [name = '', { input = {} }] = Object.entries(cases.actions)[0] ?? ['', {}]
    await expect(act(stub(), connection, name, input)).rejects.toThrow(cases.refused.message)
  })

  test.each(Object.entries(cases.actions))('%s', async (name, each) => {
    const replies = each.answers ?? [{ body: connector.actions[name]?.sample }]
    stub().respond(...replies)
    expect(await act(stub(), connection, name, each.input ?? {})).toEqual('output' in each ? each.output : (replies.at(-1)?.body ?? null))
    expectSent(each)
  })

  for (const [name, each] of Object.entries(cases.polls ?? {}))
    test(`${name} finds what is new`, async () => {
      stub().respond(...each.answers)
      const found = await poll(stub(), connection, name, each.input ?? {}, each.before ?? null)
      expect([found.items.map(({ id }) => id), stub().requests.length]).toEqual([each.ids, each.answers.length])
      expect('cursor' in each ? found.cursor : undefined).toBe(each.cursor)
      expectSent(each)
    })

  for (const [name, each] of Object.entries(cases.hooks ?? {}))
    test(`${name} starts with calls of the service only`, () => {
      const trigger = connector.triggers?.[name]
      if (trigger?.kind !== 'hook') throw new Error(`${name} is not called by the service`)
      const text = each.isForm ? new URLSearchParams(each.body as Record<string, string>).toString() : JSON.stringify(each.body)
      const headers = { ...each.headers, ...each.sign(text, secret, url) }
      const verify = (body: string, own: string) => trigger.verify({ headers, body: Buffer.from(body), url, now: new Date() }, own)
      expect([verify(text, secret), verify(text.replace(/.$/, 'x'), secret), verify(text, 'other')]).toEqual([true, false, false])
      const idsOf = (body: unknown) =>
        toItems(connection, trigger, trigger.items({ headers, body }, readInput(trigger.input, each.input ?? {}))).map(({ id }) => id)
      expect([idsOf(each.body), idsOf(each.other)]).toEqual([each.ids, []])
    })
}
