import net from 'node:net'
import { parseKey } from '../crypto/crypto.ts'
import { type ConfigOption, type OptionName, describeOption } from './config-options.ts'

/** The value type of each kind of setting. Keys stay text, in the format that the key ring reads. */
export type KindValues = {
  text: string
  integer: number
  choice: string
  list: string[]
  integers: number[]
  cidrs: string[]
  /** Slugs of organizations, by host. */
  domains: Record<string, string>
  url: string
  key: string
  keys: string[]
}

export type ParsedValue = KindValues[keyof KindValues]

/** Returns a setting's value, or one sentence with the problem. The sentence never contains secret texts. */
export function parseOption(name: OptionName, text: string | undefined): { value: ParsedValue | undefined } | { problem: string } {
  if (text === undefined) return { value: undefined }
  const option = describeOption(name)
  const outcome = parsers[option.kind](text, option)
  if (typeof outcome === 'object' && 'expected' in outcome) {
    return { problem: `${name} ${option.secret ? 'as given' : `"${text}"`} is not valid: it must be ${outcome.expected}` }
  }
  return { value: outcome }
}

type Outcome = ParsedValue | { expected: string }

const parsers: Record<ConfigOption['kind'], (text: string, option: ConfigOption) => Outcome> = {
  text: (text) => text,
  integer: parseInteger,
  choice: (text, { choices = [] }) => (choices.includes(text) ? text : { expected: `one of ${choices.join(', ')}` }),
  list: (text) => splitList(text),
  integers: parseIntegers,
  cidrs: parseRanges,
  domains: parseDomains,
  url: parseUrl,
  key: (text) => (isKey(text) ? text : { expected: '32 bytes in base64 (openssl rand -base64 32)' }),
  keys: parseKeys,
}

function parseInteger(text: string, option: ConfigOption): Outcome {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = option
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= minimum && value <= maximum) return value
  return {
    expected: maximum === Number.MAX_SAFE_INTEGER ? `a whole number from ${minimum}` : `a whole number from ${minimum} to ${maximum}`,
  }
}

function parseIntegers(text: string): Outcome {
  const items = splitList(text)
  return items.every((item) => /^\d{1,9}$/.test(item))
    ? items.map(Number)
    : { expected: 'whole numbers of milliseconds, separated by commas' }
}

function parseRanges(text: string): Outcome {
  const items = splitList(text)
  return items.every(isRange) ? items : { expected: 'IP addresses or CIDR ranges, separated by commas' }
}

function parseDomains(text: string): Outcome {
  const items = splitList(text).map((item) => item.toLowerCase().split('='))
  const isDomain = ([host = '', slug = '', ...rest]: string[]) =>
    /^[a-z0-9.-]+\.[a-z0-9-]+$/.test(host) && /^[a-z0-9][a-z0-9-]*$/.test(slug) && rest.length === 0
  return items.every(isDomain) ? Object.fromEntries(items) : { expected: 'host=slug, separated by commas' }
}

function isRange(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/')
  const version = net.isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function parseUrl(text: string, option: ConfigOption): Outcome {
  const schemes = option.schemes ?? []
  const isAllowed = URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1))
  return isAllowed ? text : { expected: `a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}` }
}

function parseKeys(text: string): Outcome {
  const keys = splitList(text)
  return keys.every(isKey) ? keys : { expected: 'keys of 32 bytes in base64, separated by commas' }
}

function isKey(text: string): boolean {
  try {
    parseKey(text)
    return true
  } catch {
    // `parseKey` throws only for text that is not a key.
    return false
  }
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
