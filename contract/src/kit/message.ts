/** A value of a message. Numbers and amounts are written in the reader's language, and a message in it is worded there too. */
export type MessageValue = string | number | { dollars: number } | Message
export type MessageValues = Record<string, MessageValue>

/** A text with values that travels: finished English for readers of the API, and key and values for those who word it themselves. */
export interface Message {
  message: string
  /** The English text with named placeholders. */
  key: string
  values: MessageValues
}

/** A text that is shown as it is or looked up as its own key, or a message with values. */
export type Text = string | Message

/** What an object on the wire says: its finished text, and key and values when it has any. */
export interface Worded {
  message: string
  key?: string | undefined
  values?: MessageValues | undefined
}

/** Key and values without the finished text, beside a field that has it: `detail` and `detailKey`. */
export type MessageKey = Pick<Message, 'key' | 'values'>

/** The text of `key` with its values: `message('Your plan allows {agents} agents.', { agents: 5 })`. */
export const message = (key: string, values: MessageValues): Message => ({ message: fillIn(key, values), key, values })

/** The same with a plural. The text of `other` is the key, and `{count}` is the number. */
export const countMessage = (count: number, forms: { one: string; other: string }, values: MessageValues = {}): Message => {
  const all = { ...values, count }
  return { message: fillIn(count === 1 ? forms.one : forms.other, all), key: forms.other, values: all }
}

/** A common noun as a value. Its key is marked, so that the noun has a translation of its own. */
export const noun = (word: string): Message => ({ message: word, key: `${word}||noun`, values: {} })

export const englishOf = (text: Text): string => (typeof text === 'string' ? text : text.message)

/** A text as the fields of an object with a `message`. */
export const worded = (text: Text): Worded => (typeof text === 'string' ? { message: text } : text)

/** The fields of `worded` as one text again. */
export const textOf = ({ message: english, key, values }: Worded): Text =>
  key === undefined ? english : { message: english, key, values: values ?? {} }

/** A text as a value of another message, to be worded with it: `{ reason: asValue('Write a subject') }`. */
export const asValue = (text: Text): Message => (typeof text === 'string' ? { message: text, key: text, values: {} } : text)

/** Key and values alone, for a column or field beside the English text; undefined if the text is its own key. */
export const keyOf = (text: Text | null): MessageKey | undefined =>
  text === null || typeof text === 'string' ? undefined : { key: text.key, values: text.values }

/** A text with values as JSON for a column beside the one with its English; null without values. */
export const storedKey = (text: Text | null): string | null =>
  text === null || typeof text === 'string' ? null : JSON.stringify(text, (_key, value: unknown) => storable(value))

/** Foreign text in a value may hold NUL or half of a surrogate pair, which PostgreSQL does not store. */
const storable = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\u0000', '\uFFFD').toWellFormed() : value)

/** The key and values of a column's English text, if the column beside it still speaks of this text and not of an earlier one. */
export function readKey(english: string | null, stored: unknown): MessageKey | undefined {
  // A text without values is its own key: it has no column, or stands in the row as it is.
  if (!english || !stored || typeof stored !== 'object') return undefined
  const { message: whole, key, values } = stored as Message
  return whole.startsWith(english) ? { key, values } : undefined
}

/** The two columns as one text again. */
export const storedText = (english: string, stored: unknown): Text => {
  const key = readKey(english, stored)
  return key ? { message: english, ...key } : english
}

const fillIn = (key: string, values: MessageValues): string =>
  key.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? inEnglish(values[name] ?? '') : whole))

function inEnglish(value: MessageValue): string {
  if (typeof value !== 'object') return String(value)
  return 'dollars' in value ? dollarsIn('en-US', value.dollars) : value.message
}

/** Two digits behind the point, or four where cents are too coarse. */
export const dollarsIn = (language: string, dollars: number): string => {
  const digits = Number.isInteger(Math.round(dollars * 1e6) / 1e4) ? 2 : 4
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: language !== 'en-US',
  }).format(dollars)
}
