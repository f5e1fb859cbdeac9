import type { Context, Liquid, Template, Token } from 'liquidjs'
import { asValue, message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { mayLoseDigits } from './exact-json.ts'
import { ExactNumber, numberOf } from './exact-number.ts'
import { registerExactFilters } from './exact-liquid.ts'
import { ProcessorLimit } from './processor-limit.ts'

/** How a template's output is escaped for its part. */
export type OutputKind = 'text' | 'html' | 'json'

/** An error in a template or in its values. */
export class TemplateError extends Error {
  /** `syntax`: it cannot be parsed; `missing`: a variable without value and default; `limit`: too much time or output. */
  readonly kind: 'syntax' | 'missing' | 'limit' | 'other'
  /** The variable that is missing. */
  readonly variable: string | null
  readonly line: number | null
  readonly column: number | null

  constructor(
    kind: TemplateError['kind'],
    message: string,
    place: { variable?: string | null; line?: number | null; column?: number | null } = {},
  ) {
    super(message)
    this.name = 'TemplateError'
    this.kind = kind
    this.variable = place.variable ?? null
    this.line = place.line ?? null
    this.column = place.column ?? null
  }
}

/** The error with its position in the template, if that is known. */
export const faultText = ({ message: reason, line, column }: TemplateError): Text =>
  line === null ? reason : message('Line {line}, column {column}: {reason}', { line, column: column ?? 1, reason: asValue(reason) })

export interface CompiledTemplate {
  /** @throws TemplateError. The scope is plain data: only own properties are read. `limit`: of several that are rendered together. */
  render(scope: object, limit?: ProcessorLimit): string
  /** Top-level names that it reads from its scope, without those that it assigns itself. */
  readonly variables: readonly string[]
  /** The fields of a variable that it reads, if they are written as plain names. */
  fieldsOf(variable: string): string[]
}

export interface Templates {
  /** @throws TemplateError with line and column when it cannot be parsed. */
  compile(source: string, kind: OutputKind): CompiledTemplate
}

/**
 * `pieces`: outputs and tags. `renderMs`: of the processor, for all templates of a message or of a step. `listItems`: that a filter takes,
 * because none can be stopped while it works.
 */
export const templateLimits = {
  sourceCharacters: 600_000,
  pieces: 4_000,
  listItems: 20_000,
  outputCharacters: 1_000_000,
  renderMs: 60,
  memory: 4_000_000,
} as const

/** None that reads other templates or files, and none that writes into the scope (`increment`). */
const allowedTags = new Set([
  'assign',
  'capture',
  'case',
  'comment',
  '#',
  'cycle',
  'echo',
  'for',
  'break',
  'continue',
  'if',
  'liquid',
  'raw',
  'tablerow',
  'unless',
])

/** Filters with linear cost; without `raw`, which would put a contact's field into HTML unescaped. */
const allowedFilters = new Set([
  'default',
  'escape',
  'upcase',
  'downcase',
  'capitalize',
  'append',
  'prepend',
  'replace',
  'replace_first',
  'replace_last',
  'remove',
  'remove_first',
  'remove_last',
  'truncate',
  'truncatewords',
  'split',
  'join',
  'first',
  'last',
  'size',
  'slice',
  'sort',
  'sort_natural',
  'uniq',
  'reverse',
  'map',
  'where',
  'concat',
  'compact',
  'sum',
  'strip',
  'lstrip',
  'rstrip',
  'plus',
  'minus',
  'times',
  'divided_by',
  'modulo',
  'round',
  'ceil',
  'floor',
  'abs',
  'at_least',
  'at_most',
  'date',
  'json',
  'url_encode',
  'url_decode',
])

/** Those whose work on one item of a list is the most. */
const slowFilters = ['sort', 'sort_natural', 'where', 'map', 'uniq', 'sum', 'compact', 'join']

const htmlEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? character)

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(asText).join('')
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return JSON.stringify(value) ?? ''
}

/** Each output is limited like the whole: text that doubles in a loop would exhaust memory before the end is reached. */
function asOutput(value: unknown): string {
  const text = asText(value)
  if (text.length > templateLimits.outputCharacters) throw new Error('output limit exceeded')
  return text
}

const escapes: Record<OutputKind, (value: unknown) => string> = {
  text: asOutput,
  html: (value) => escapeHtml(asOutput(value)),
  // Inside the quotes of a JSON string.
  json: (value) => JSON.stringify(asOutput(value)).slice(1, -1),
}

const noFiles = {
  readFileSync: () => refuseFile(),
  readFile: () => Promise.reject(new Error('Templates read no files.')),
  existsSync: () => false,
  exists: () => Promise.resolve(false),
  contains: () => Promise.resolve(false),
  containsSync: () => false,
  resolve: (_folder: string, file: string) => file,
}
const refuseFile = (): never => {
  throw new Error('Templates read no files.')
}

interface EngineParts {
  engine: Liquid
  Scope: typeof Context
}
type Limiter = Context['renderLimit']

interface Faulty {
  message: string
  name: string
  originalError?: unknown
  variableName?: string
  token?: { getPosition?: () => [number, number] }
}

function toTemplateError(error: unknown, parsing: boolean): TemplateError {
  if (!(error instanceof Error)) return new TemplateError('other', 'The template cannot be rendered.')
  const { message, name, originalError, token } = error as Error & Faulty
  const inner = (originalError ?? {}) as Partial<Faulty>
  const [line = null, column = null] = token?.getPosition?.() ?? []
  // Our messages name the position themselves.
  const texts = message.replace(/, (file:[^,]*, )?line:\d+, col:\d+$/, '').slice(0, 300)
  const variable = name === 'UndefinedVariableError' ? (inner.variableName ?? texts.replace(/^undefined variable: /, '')) : null
  if (variable !== null) return new TemplateError('missing', `${variable} has no value`, { variable, line, column })
  // Text that no string can hold is too much as well.
  if (/limit exceeded|Invalid string length/.test(texts))
    return new TemplateError('limit', 'The template takes too long or makes too much text.', { line, column })
  return new TemplateError(parsing ? 'syntax' : 'other', texts, { line, column })
}

function createEngine(Engine: typeof Liquid, kind: OutputKind): Liquid {
  const engine = new Engine({
    strictFilters: true,
    strictVariables: true,
    lenientIf: true,
    ownPropertyOnly: true,
    dynamicPartials: false,
    relativeReference: false,
    fs: noFiles,
    outputEscape: escapes[kind],
    // Dates are rendered alike on every machine.
    timezoneOffset: 0,
    locale: 'en',
    parseLimit: templateLimits.sourceCharacters,
    memoryLimit: templateLimits.memory,
  })
  for (const name of Object.keys(engine.tags)) if (!allowedTags.has(name)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) if (!allowedFilters.has(name)) delete engine.filters[name]
  registerExactFilters(engine)
  for (const name of slowFilters) {
    const usual = engine.filters[name] as (...values: unknown[]) => unknown
    engine.registerFilter(name, function limitItems(this: unknown, ...values: unknown[]) {
      if (Array.isArray(values[0]) && values[0].length > templateLimits.listItems) throw new Error('list limit exceeded')
      return usual.apply(this, values)
    })
  }
  // Their patterns go back over long runs of blanks again and again; these do not.
  engine.registerFilter('strip', (value: unknown) => asText(value).trim())
  engine.registerFilter('lstrip', (value: unknown) => asText(value).trimStart())
  engine.registerFilter('rstrip', (value: unknown) => asText(value).trimEnd())
  engine.registerFilter('truncatewords', truncateWords)
  // Output is escaped anyway; escaping twice would be visible.
  engine.registerFilter('escape', asText)
  return engine
}

function truncateWords(value: unknown, count: unknown = 15, end: unknown = '...'): string {
  const texts = asText(value).trim().split(/\s+/)
  const most = Math.max(1, Math.min(10_000, Number(count) || 1))
  return texts.length <= most ? texts.join(' ') : texts.slice(0, most).join(' ') + asText(end)
}

export const renderLimit = (): ProcessorLimit => new ProcessorLimit(templateLimits.renderMs)

/** Asked by the package before each piece. */
const asLimiter = (limit: ProcessorLimit): Limiter =>
  ({
    use: () => undefined,
    check: (now: number) => {
      if (limit.isOver(now)) throw new Error('time limit exceeded')
    },
  }) as unknown as Limiter

const renderCompiled = ({ engine, Scope }: EngineParts, parsed: Template[], scope: object, limit: ProcessorLimit): string => {
  try {
    const context = new Scope(scope, engine.options, { sync: true }, { liquid: engine, renderLimit: asLimiter(limit) })
    const text = String(engine.renderSync(parsed, context))
    if (text.length > templateLimits.outputCharacters) throw new TemplateError('limit', 'The template makes too much text.')
    return text
  } catch (error) {
    throw error instanceof TemplateError ? error : toTemplateError(error, false)
  }
}

/**
 * Makes the package find the line of a piece in a list of lines. By default it counts from the start of the source for each piece, which
 * blocks the process for minutes on a source of many short pieces.
 */
function findPositionsFast(Position: typeof Token): void {
  let known = ''
  let starts = [0]
  Position.prototype.getPosition = function getPosition(this: Token): [number, number] {
    if (known !== this.input) {
      known = this.input
      starts = [0]
      for (let at = known.indexOf('\n'); at >= 0; at = known.indexOf('\n', at + 1)) starts.push(at + 1)
    }
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= this.begin) low = middle
      else high = middle
    }
    return [low + 1, this.begin - (starts[low] ?? 0) + 1]
  }
}

/** A number in a template is read as JavaScript reads it: one with more digits would be another number. */
function checkNumbers(source: string): void {
  if (!mayLoseDigits(source)) return
  for (const [inside] of source.matchAll(/\{[{%][^{}%]*/g))
    for (const [digits] of inside.replaceAll(/"[^"]*"|'[^']*'/g, '').matchAll(/(?<![\w.])\d+(\.\d+)?(?!\w)/g))
      if (numberOf(digits) instanceof ExactNumber)
        throw new TemplateError(
          'syntax',
          `Write the number ${digits.slice(0, 40)} in quotes: it has more digits than a number of a template.`,
        )
}

function countPieces(source: string): number {
  // In the tag `liquid` every line is one.
  const piece = /\{%-?\s*liquid\b/.test(source) ? /\{[{%]|\n/g : /\{[{%]/g
  return source.match(piece)?.length ?? 0
}

const tooManyPieces = () => new TemplateError('limit', 'The template has too many outputs and tags.')

/** The same templates, with the limit of one for all that are compiled. */
export function asOneTemplate({ compile }: Templates): Templates {
  let left: number = templateLimits.pieces
  return {
    compile: (source, kind) => {
      left -= countPieces(source)
      if (left < 0) throw tooManyPieces()
      return compile(source, kind)
    },
  }
}

let loading: Promise<Templates> | undefined

/** Sandboxed Liquid: strict, no files, no prototypes, limits on time, memory and size. The package is loaded on first use. */
export function loadTemplates(): Promise<Templates> {
  loading ??= import('liquidjs').then(({ Liquid: Engine, Token: Position, Context: Scope }) => {
    findPositionsFast(Position)
    const engines: Record<OutputKind, Liquid> = {
      text: createEngine(Engine, 'text'),
      html: createEngine(Engine, 'html'),
      json: createEngine(Engine, 'json'),
    }
    return {
      compile: (source, kind) => {
        const engine = engines[kind]
        if (countPieces(source) > templateLimits.pieces) throw tooManyPieces()
        checkNumbers(source)
        try {
          const parsed = engine.parse(source)
          // Without Liquid, most of the work is skipped.
          const plain = /\{\{|\{%/.test(source) ? null : source
          const variables = plain === null ? engine.globalVariablesSync(parsed) : []
          const fieldsOf = (variable: string) => {
            const paths = plain === null ? engine.globalVariableSegmentsSync(parsed) : []
            const fields = paths.flatMap(([name, field]) => (name === variable && typeof field === 'string' ? [field] : []))
            return [...new Set(fields)]
          }
          return {
            variables,
            fieldsOf,
            render: (scope, limit = renderLimit()) => plain ?? renderCompiled({ engine, Scope }, parsed, scope, limit),
          }
        } catch (error) {
          throw toTemplateError(error, true)
        }
      },
    }
  })
  return loading
}
