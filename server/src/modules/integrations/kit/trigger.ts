import type { z } from 'zod'
import type { TimedPages } from './read-new-pages.ts'
import type { ApiRequest, ConnectorContext } from './request.ts'
import type { ServiceError } from './service-error.ts'
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

/** Asks from time to time. What is there at the first time starts nothing. One of `pages`, `request` and `run`. */
export interface PollTrigger<I extends z.ZodType = z.ZodObject> extends About<I> {
  kind: 'poll'
  everySeconds?: number
  /** Items with a time, page by page: the usual way. */
  pages?: TimedPages<z.output<I>>
  /** One page. `cursor`: what `cursor` said last time; null at first. */
  request?: (input: z.output<I>, cursor: string | null) => ApiRequest
  items?: (body: unknown) => readonly unknown[]
  /** Where the next time begins, from the items of this time; unless given there is none. */
  cursor?: (items: readonly unknown[], before: string | null) => string | null
  /** So many items at once: more is there. */
  fullPage?: number
  run?: (input: z.output<I>, cursor: string | null, context: ConnectorContext) => Promise<Polled>
  /** Items that start nothing, but move the cursor as the others do. `before`: the time from which `pages` may have new ones. */
  isWanted?: (item: unknown, input: z.output<I>, before: number) => boolean
}

/** The newest first, and where the next time begins. */
export interface Polled {
  items: readonly unknown[]
  cursor: string | null
  /** More is there now: asked again at once. */
  isMore: boolean
  /** What ended the reading before its end. */
  failure?: ServiceError
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
