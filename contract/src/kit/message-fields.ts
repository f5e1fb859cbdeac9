import { z } from 'zod'
import type { Message, MessageValue } from './message.ts'

const Value: z.ZodType<MessageValue> = z.lazy(() => z.union([z.string(), z.number(), z.object({ dollars: z.number() }), Nested]))
const Values = z.record(z.string(), Value)
const Nested: z.ZodType<Message> = z.object({ message: z.string(), key: z.string(), values: Values })

/** Fields beside a `message`: how to word it in another language. Missing without values: the message is its own key. */
export const messageKey = { key: z.string().optional(), values: Values.optional() }

/** The same beside a text of another name: `detail` and `detailKey`. */
export const MessageKey = z.object({ key: z.string(), values: Values })
