import type { z } from 'zod'
import type { ApiRequest, ApiResponse, ConnectorContext } from './request.ts'

interface About<I extends z.ZodType> {
  /** Imperative, as in a menu: "Send a message". */
  title: string
  /** For people and for models: what it does and what it answers. */
  description: string
  /** An object. Titles and descriptions (`.meta({ title })`, `.describe()`) are those of the form. */
  input: I
  /** An example of the output, for the data picker and for tests. */
  sample: unknown
  /** Changes nothing. Unless given, it is so for the method GET. */
  isReadOnly?: boolean
  /** Repeating it does no harm, or the service recognises a repeat (see `identityHeader`). Read-only ones are. */
  isRepeatable?: boolean
  /** Optional fields whose empty text is a value, where they take one; of others it is that of a field of a form that was left blank. */
  keptEmpty?: ReadonlySet<string>
}

interface Declared<I extends z.ZodType> extends About<I> {
  method: NonNullable<ApiRequest['method']>
  /** From the checked input; nothing else is known to it. */
  request: (input: z.output<I>) => Omit<ApiRequest, 'method'>
  /** Header in which the service takes an idempotency key. */
  identityHeader?: string
  /** The output from the body of the answer; the body itself unless given. */
  read?: (body: unknown, response: ApiResponse, input: z.output<I>) => unknown
  pages?: Paging<z.output<I>>
}

/** For lists: items of all pages become one list, up to `limit`. */
export interface Paging<Input> {
  items: (body: unknown) => readonly unknown[]
  /** The request of the next page; null after the last. */
  next: (body: unknown, request: ApiRequest, response: ApiResponse) => ApiRequest | null
  limit: (input: Input) => number
}

interface Coded<I extends z.ZodType> extends About<I> {
  isReadOnly: boolean
  run: (input: z.output<I>, context: ConnectorContext) => Promise<unknown>
}

export type TypedAction<I extends z.ZodType> = Declared<I> | Coded<I>
export type Action = TypedAction<z.ZodObject>

/** Keeps the type of the input inside while a connector holds actions of all inputs. */
export const action = <I extends z.ZodObject>(given: TypedAction<I>): Action => given

/** Whether the action changes nothing on the other side. */
export const isReadOnly = (given: Action): boolean => given.isReadOnly ?? ('method' in given && given.method === 'GET')
