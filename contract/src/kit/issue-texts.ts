import { z } from 'zod'

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
  option: (options: string) => `Must be one of ${options}`,
  shorter: (most: number | bigint) => `Must be at most ${most} characters`,
  longer: (least: number | bigint) => `Must be at least ${least} characters`,
  fewer: (most: number | bigint) => `Must have at most ${most} entries`,
  more: (least: number | bigint) => `Must have at least ${least} entries`,
  most: (most: number | bigint) => `Must be at most ${most}`,
  least: (least: number | bigint) => `Must be at least ${least}`,
  email: 'Invalid email address',
  url: 'Invalid URL',
  uuid: 'Invalid UUID',
  unknown: (fields: string) => `Unknown field: ${fields}`,
  other: 'This value is not valid',
} as const

const isPlain = (name: string): name is 'string' | 'number' | 'int' | 'boolean' | 'array' | 'object' | 'email' | 'url' | 'uuid' =>
  /^(string|number|int|boolean|array|object|email|url|uuid)$/.test(name)

/** The message of one issue. A message of the schema itself takes precedence. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return issue.input === undefined ? messages.missing : textOf(issue.expected)
  if (issue.code === 'invalid_value') return messages.option(issue.values.map(String).join(', '))
  if (issue.code === 'invalid_format') return textOf(issue.format)
  if (issue.code === 'unrecognized_keys') return messages.unknown(issue.keys.join(', '))
  if (issue.code === 'too_big') return boundText(issue.origin, issue.maximum, 'shorter', 'fewer', 'most')
  if (issue.code === 'too_small' && Number(issue.minimum) === 1 && issue.origin === 'string') return messages.missing
  if (issue.code === 'too_small' && Number(issue.minimum) === 1 && issue.origin === 'array') return messages.empty
  if (issue.code === 'too_small') return boundText(issue.origin, issue.minimum, 'longer', 'more', 'least')
  return messages.other
}

const textOf = (name: string): string => (isPlain(name) ? messages[name] : messages.other)

type Bound = 'shorter' | 'longer' | 'fewer' | 'more' | 'most' | 'least'

function boundText(origin: string, bound: number | bigint, ofText: Bound, ofList: Bound, ofNumber: Bound): string {
  if (origin === 'string') return messages[ofText](bound)
  return messages[origin === 'array' || origin === 'set' ? ofList : ofNumber](bound)
}

z.config({ customError: describeIssue })
