import type { z } from 'zod'
import type { ApiRequest, ConnectorContext } from './request.ts'
import type { Verify } from './verify-call.ts'

interface About<I extends z.ZodType> {
  /** What happened: "New order". */
  title: string
  description: string
  input: I
  /** An example of one item: what the workflow starts with. */
  sample: unknown
  /** The item's id: each starts a workflow once. */
  id: (item: unknown) => string | number | undefined
}

/** Asks from time to time. What is there at the first time starts nothing. */
export interface PollTrigger<I extends z.ZodType = z.ZodObject> extends About<I> {
  kind: 'poll'
  everySeconds?: number
  /** `cursor`: what `cursor` said last time; null at first. */
  request?: (input: z.output<I>, cursor: string | null) => ApiRequest
  items?: (body: unknown) => readonly unknown[]
  /** Instead of a request: items and cursor. */
  run?: (input: z.output<I>, cursor: string | null, context: ConnectorContext) => Promise<readonly unknown[]>
  /** Items that start nothing, but move the cursor as the others do. */
  isWanted?: (item: unknown, before: string | null) => boolean
  /** Where the next time begins, from the items of this time; unless given there is none. */
  cursor?: (items: readonly unknown[], before: string | null) => string | null
}

/** The service calls an address of ours, one for each connection. */
export interface HookTrigger<I extends z.ZodType = z.ZodObject> extends About<I> {
  kind: 'hook'
  /** Where to enter the address at the service, for people. */
  setup: string
  /** Whether the call comes from the service; the secret is a field of the connection (`hookSecret`). */
  verify: Verify
  /** The items of a call that are of this trigger; none where it is about something else. */
  items: (call: HookCall, input: z.output<I>) => readonly unknown[]
}

export interface HookCall {
  headers: Readonly<Record<string, string>>
  /** Parsed where it is JSON or a form, text otherwise. */
  body: unknown
}

export type Trigger = PollTrigger | HookTrigger

export const pollTrigger = <I extends z.ZodObject>(given: Omit<PollTrigger<I>, 'kind'>): Trigger =>
  ({ ...given, kind: 'poll' }) as unknown as Trigger

export const hookTrigger = <I extends z.ZodObject>(given: Omit<HookTrigger<I>, 'kind'>): Trigger =>
  ({ ...given, kind: 'hook' }) as unknown as Trigger
