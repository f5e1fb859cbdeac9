import { z } from 'zod'
import { message, worded } from './message.ts'
import type { Message, Text, Worded } from './message.ts'

/** Default messages for invalid values. They replace those of zod, because users read them in their language. */
const messages = {
  missing: 'This field is required',
  empty: 'Must not be empty',
  string: 'Must be a text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
  option: (options: string) => message('Must be one of {options}', { options }),
  shorter: (max: number) => message('Must be at most {max} characters', { max }),
  longer: (min: number) => message('Must be at least {min} characters', { min }),
  fewer: (max: number) => message('Must have at most {max} entries', { max }),
  more: (min: number) => message('Must have at least {min} entries', { min }),
  most: (max: number) => message('Must be at most {max}', { max }),
  least: (min: number) => message('Must be at least {min}', { min }),
  email: 'Invalid email address',
  url: 'Invalid URL',
  uuid: 'Invalid UUID',
  unknown: (fields: string) => message('Unknown field: {fields}', { fields }),
  other: 'This value is not valid',
} as const

const isPlain = (name: string): name is 'string' | 'number' | 'int' | 'boolean' | 'array' | 'object' | 'email' | 'url' | 'uuid' =>
  /^(string|number|int|boolean|array|object|email|url|uuid)$/.test(name)

/** The message of one issue. A message of the schema itself takes precedence. */
function describeIssue(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): Text {
  if (issue.code === 'invalid_type') return issue.input === undefined ? messages.missing : plainOf(issue.expected)
  if (issue.code === 'invalid_value') return messages.option(issue.values.map(String).join(', '))
  if (issue.code === 'invalid_format') return plainOf(issue.format)
  if (issue.code === 'unrecognized_keys') return messages.unknown(issue.keys.join(', '))
  if (issue.code === 'too_big') return boundText(issue.origin, issue.maximum, 'shorter', 'fewer', 'most')
  if (issue.code === 'too_small' && Number(issue.minimum) === 1 && issue.origin === 'string') return messages.missing
  if (issue.code === 'too_small' && Number(issue.minimum) === 1 && issue.origin === 'array') return messages.empty
  if (issue.code === 'too_small') return boundText(issue.origin, issue.minimum, 'longer', 'more', 'least')
  return messages.other
}

const plainOf = (name: string): string => (isPlain(name) ? messages[name] : messages.other)

type Bound = 'shorter' | 'longer' | 'fewer' | 'more' | 'most' | 'least'

function boundText(origin: string, bound: number | bigint, ofText: Bound, ofList: Bound, ofNumber: Bound): Message {
  if (origin === 'string') return messages[ofText](Number(bound))
  return messages[origin === 'array' || origin === 'set' ? ofList : ofNumber](Number(bound))
}

/** Messages with values that schemas bring themselves, by their English text: zod keeps nothing else of a message. */
const ofSchemas = new Map<string, Message>()

/** A schema's own message with values, for a schema that is made once: `z.number().max(2, schemaMessage('At most {max}', { max: 2 }))`. */
export function schemaMessage(key: string, values: Message['values']): string {
  const made = message(key, values)
  ofSchemas.set(made.message, made)
  return made.message
}

/** The message of an issue of zod with key and values, to send or to show. */
export function wordedIssue(issue: z.core.$ZodIssue): Worded {
  const own = ofSchemas.get(issue.message)
  if (own) return own
  const described = describeIssue(issue)
  return worded(typeof described !== 'string' && described.message === issue.message ? described : issue.message)
}

z.config({
  customError: (issue) => {
    const text = describeIssue(issue)
    return typeof text === 'string' ? text : text.message
  },
})
