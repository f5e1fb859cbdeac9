/** Texts of the sandbox model: about tool results, and when there is no tool to call. */
import type { JsonObject, JsonValue } from '../types.ts'

/** Prefix of every sandbox text, so that it is not mistaken for a real model's. */
export const SANDBOX_LABEL = '[sandbox]'

export interface ToolOutcome {
  name: string
  input: JsonValue
  output: JsonValue
  isError: boolean
}

const isObject = (value: JsonValue | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const clip = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

const writeValue = (value: JsonValue): string => {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? value.slice(0, 16).replace('T', ' ') : clip(value, 80)
  return value === null ? 'none' : clip(JSON.stringify(value), 80)
}

const writeCell = ([name, value]: [string, JsonValue]): string => {
  const money = name.endsWith('cost_micros') && (typeof value === 'number' || (typeof value === 'string' && /^[\d.]+$/.test(value)))
  if (money) return `${name.replace(/_?cost_micros$/, ' cost').trim()} $${(Number(value) / 1e6).toFixed(4)}`
  const unit = name.endsWith('_ms') ? ' ms' : ''
  return `${name.replace(/_ms$/, '').replaceAll('_', ' ')} ${writeValue(value)}${unit}`
}

const rowsOf = (output: JsonValue): JsonValue[] | undefined => {
  if (Array.isArray(output)) return output
  return isObject(output) && Array.isArray(output['rows']) ? output['rows'] : undefined
}

const writeRows = (input: JsonValue, output: JsonValue): string => {
  const rows = rowsOf(output)
  const table = isObject(input) && typeof input['table'] === 'string' ? input['table'].replaceAll('_', ' ') : 'rows'
  if (!rows) return `The query of ${table} answered ${clip(JSON.stringify(output), 300)}.`
  const filters = isObject(input) && Array.isArray(input['filters']) ? input['filters'].filter(isObject) : []
  const where = filters.map((filter) => `${String(filter['field'])} ${String(filter['op'])} ${String(filter['value'])}`).join(', ')
  const suffix = where ? ` (${where})` : ''
  if (rows.length === 0) return `I found no ${table}${suffix}.`
  const [first] = rows
  const cells = isObject(first) ? Object.entries(first) : []
  if (rows.length === 1 && cells.length === 1 && cells[0]) return `From ${table}${suffix}: ${writeCell(cells[0])}.`
  const lines = rows.slice(0, 10).map((row) => `- ${isObject(row) ? Object.entries(row).map(writeCell).join(', ') : writeValue(row)}`)
  const more = rows.length > 10 ? `\n- and ${rows.length - 10} more` : ''
  return `From ${table}${suffix}, ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}:\n${lines.join('\n')}${more}`
}

const writeSentiment = (output: JsonValue): string => {
  if (!isObject(output)) return `The sentiment is ${writeValue(output)}.`
  const texts = Array.isArray(output['words']) ? output['words'].map((word) => (isObject(word) ? String(word['word']) : String(word))) : []
  const because =
    texts.length > 0
      ? `, mainly because of ${texts
          .slice(0, 5)
          .map((word) => `"${word}"`)
          .join(', ')}`
      : ''
  return `The text reads ${String(output['label'])} (score ${String(output['score'])}, confidence ${String(output['confidence'])})${because}.`
}

const firstSentences = (text: string, count: number): string =>
  clip(
    (text.match(/[^.!?\n]+[.!?]?/g) ?? [text])
      .map((sentence) => sentence.trim())
      .filter(Boolean)
      .slice(0, count)
      .join(' '),
    400,
  )

/** A second passage is quoted too if it fits nearly as well as the first. */
const nearlyAsGood = 0.85

/** The best passage, or two, cited by their numbers. Weak ones are left out: the sandbox cannot judge whether they answer the question. */
const writePassages = (input: JsonValue, output: JsonValue): string => {
  const passages = isObject(output) && Array.isArray(output['passages']) ? output['passages'].filter(isObject) : []
  const likely = passages.filter(({ strength }) => strength !== 'weak')
  const best = likely.slice(0, 2).filter(({ score }) => Number(score ?? 0) >= nearlyAsGood * Number(likely[0]?.['score'] ?? 0))
  if (best.length === 0) return 'I do not know. The knowledge base has no answer to this question.'
  const query = isObject(input) ? String(input['query']) : ''
  return best.map(({ passage, number }) => `${answeringSentences(query, String(passage))} [${String(number)}]`).join('\n\n')
}

const mostQuoted = 600
const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
/** Beginnings of words, in which forms of a word are alike; of Japanese, pairs of letters. */
const beginningsOf = (text: string): Set<string> => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const pairs = words.flatMap((word) =>
    /[\u3040-\u30ff\u4e00-\u9fff]/.test(word) ? (word.match(/(?=(..))/g) ?? []).map((_, at) => word.slice(at, at + 2)) : [],
  )
  return new Set([...words.map((word) => word.slice(0, 5)), ...pairs])
}

/** The sentences around the one that shares most words with the question; a short text as a whole. */
function answeringSentences(query: string, text: string): string {
  const sentences = sentencesOf(text)
  const asked = beginningsOf(query)
  const shared = sentences.map((sentence) => [...beginningsOf(sentence)].filter((beginning) => asked.has(beginning)).length)
  let first = shared.indexOf(Math.max(...shared))
  let last = first
  const length = () => sentences.slice(first, last + 1).join(' ').length
  for (;;) {
    const before = first
    const after = last
    if (last + 1 < sentences.length && length() + (sentences[last + 1] ?? '').length < mostQuoted) last += 1
    if (first > 0 && length() + (sentences[first - 1] ?? '').length < mostQuoted) first -= 1
    if (first === before && last === after) break
  }
  return clip(sentences.slice(Math.max(0, first), last + 1).join(' ') || text, mostQuoted)
}

const writeOutcome = ({ name, input, output, isError }: ToolOutcome): string => {
  if (isError) {
    const message = isObject(output) ? (output['message'] ?? output['error'] ?? output) : output
    return `The tool ${name} did not work: ${typeof message === 'string' ? clip(message, 300) : clip(JSON.stringify(message), 300)}`
  }
  if (name === 'database_query') return writeRows(input, output)
  if (name === 'knowledge_search') return writePassages(input, output)
  if (name === 'web_search') return writeResults(output)
  if (name === 'image_generation') return 'I made a picture.'
  if (name === 'read_page' && isObject(output)) return `The page says: ${clip(String(output['text']), 600)}`
  if (name === 'sentiment_analysis') return writeSentiment(output)
  if (name === 'email_send' && isObject(input)) return `I sent the email "${String(input['subject'])}" to ${String(input['to'])}.`
  return `The tool ${name} answered: ${clip(JSON.stringify(output), 300)}`
}

function writeResults(output: JsonValue): string {
  const results = isObject(output) && Array.isArray(output['results']) ? output['results'].filter(isObject) : []
  if (results.length === 0) return 'The search found nothing.'
  return results
    .map((result) => `${clip(String(result['title']), 120)}: ${clip(String(result['snippet']), 200)} (${String(result['url'])})`)
    .join('\n')
}

/** Tool results as text, without the label. */
export const writeFindings = (outcomes: readonly ToolOutcome[]): string => outcomes.map(writeOutcome).join('\n\n')

/** The response to a text for which no tool was called. */
export const writePlainReply = (text: string, toolNames: readonly string[]): string => {
  const texts = text.split(/\s+/).filter(Boolean).length
  const long = texts > 60 ? `In short: ${firstSentences(text, 2)}` : `You wrote: "${clip(text, 240)}"`
  const tools =
    toolNames.length > 0
      ? `I may use ${toolNames.join(', ')}. Try "How many agents do we have?" or "Is this review positive? ..."`
      : 'This agent has no tools; give it some to see me use them.'
  return [
    `This is the built-in offline model. It follows simple rules and does not reason, so use it to see how runs, steps and tools work.`,
    `I read ${texts} ${texts === 1 ? 'word' : 'words'}. ${long}`,
    tools,
    'For real answers, connect a provider under AI Models.',
  ].join('\n\n')
}

/** A text of exactly the requested number of tokens at four characters each. */
export const writeLongReply = (tokens: number): string => {
  const sentence = 'This sentence is here to make a long streaming answer. '
  const length = tokens * 4
  return `${SANDBOX_LABEL} ${sentence.repeat(Math.ceil(length / sentence.length))}`.slice(0, length)
}
