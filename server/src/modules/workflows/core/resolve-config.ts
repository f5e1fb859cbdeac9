import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { hasValues } from '../../../platform/text/exact-json.ts'
import { ExactNumber } from '../../../platform/text/exact-number.ts'
import { renderLimit, TemplateError } from '../../../platform/text/liquid.ts'
import type { Templates } from '../../../platform/text/liquid.ts'
import type { ProcessorLimit } from '../../../platform/text/processor-limit.ts'
import { follow, readPath } from './read-path.ts'

/** What templates of a step may read. */
export interface TemplateView {
  /** One root by its name: `trigger`, `steps`, ...; undefined where there is none. `then` names what is read of it. */
  read(path: readonly string[]): Json | undefined
  /** All of it, for Liquid. */
  all(): object
}

/** What filling in one configuration may come to: values are read by many templates, and each of them anew. */
const most = { characters: 4_000_000, depth: 200 } as const

/** Room that is left while one configuration is filled in. */
interface FillBudget {
  characters: number
  time: ProcessorLimit
}

type Fill = (view: TemplateView, budget: FillBudget) => Json

/** A configuration whose templates are compiled. */
export interface CompiledConfig {
  /** @throws TemplateError naming the variable that has no value, or where it becomes too large. */
  resolve: (view: TemplateView) => Json
  /** Nothing in it is a template: it always resolves to the same. */
  isConstant: boolean
  /** What its templates read, with the place in the configuration. */
  reads: readonly { path: string; reference: readonly string[] }[]
}

/** A template that cannot be read, with its place. */
export interface TemplateProblem {
  path: string
  message: string
}

const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%')

interface Compiling {
  templates: Templates
  reads: { path: string; reference: readonly string[] }[]
  problems: TemplateProblem[]
}

/** `verbatim`: fields at the top that are no templates whatever they look like. Templates that cannot be read are told by `problems`. */
export function compileConfig(
  templates: Templates,
  config: Record<string, Json>,
  verbatim: readonly string[] = [],
): CompiledConfig & { problems: TemplateProblem[] } {
  const compiling: Compiling = { templates, reads: [], problems: [] }
  const fields = Object.entries(config).map(([name, value]) => ({
    name,
    value,
    fill: verbatim.includes(name) ? null : compileValue(compiling, value, name),
  }))
  const isConstant = fields.every((field) => field.fill === null)
  return {
    isConstant,
    reads: compiling.reads,
    problems: compiling.problems,
    resolve: (view) => {
      if (isConstant) return config
      const budget = { characters: most.characters, time: renderLimit() }
      return Object.fromEntries(fields.map(({ name, value, fill }) => [name, fill ? fill(view, budget) : value]))
    },
  }
}

/** @throws TemplateError where no room is left: one step must neither take all memory nor all time. */
function take(budget: FillBudget, characters: number): void {
  budget.characters -= characters
  if (budget.characters < 0) throw new TemplateError('limit', 'The templates of this step make too much.')
  if (budget.time.isOver()) throw new TemplateError('limit', 'The templates of this step take too long.')
}

/** Characters of a value as JSON, counted no further than there is room. */
function sizeOf(value: Json, left: number, depth = 0): number {
  if (typeof value === 'string') return value.length + 2
  if (value instanceof ExactNumber) return value.digits.length
  if (typeof value !== 'object' || value === null) return 8
  if (depth > most.depth) throw new TemplateError('limit', 'The values of this step are nested too deeply.')
  let size = 2
  for (const [name, item] of Object.entries(value)) {
    size += (Array.isArray(value) ? 1 : name.length + 4) + sizeOf(item, left - size, depth + 1)
    if (size > left) break
  }
  return size
}

/** Null where there is no template in it. */
function compileValue(compiling: Compiling, value: Json, path: string): Fill | null {
  if (typeof value === 'string') return isTemplate(value) ? compileText(compiling, value, path) : null
  if (!hasValues(value)) return null
  if (Array.isArray(value)) {
    const items = value.map((item, index) => compileValue(compiling, item, `${path}.${index}`))
    if (items.every((item) => item === null)) return null
    return (view, budget) =>
      value.map((item, index) => {
        const fill = items[index]
        return fill ? fill(view, budget) : item
      })
  }
  const fields = Object.entries(value).map(([name, item]) => ({ name, item, fill: compileValue(compiling, item, `${path}.${name}`) }))
  if (fields.every((field) => field.fill === null)) return null
  return (view, budget) => Object.fromEntries(fields.map(({ name, item, fill }) => [name, fill ? fill(view, budget) : item]))
}

function compileText(compiling: Compiling, text: string, path: string): Fill {
  const reference = readPath(text)
  if (reference) {
    compiling.reads.push({ path, reference })
    return (view, budget) => {
      const value = view.read(reference)
      if (value === undefined) throw new TemplateError('missing', `${reference.join('.')} has no value`, { variable: reference.join('.') })
      take(budget, sizeOf(value, budget.characters))
      return value
    }
  }
  try {
    const compiled = compiling.templates.compile(text, 'text')
    for (const found of referencesIn(text)) compiling.reads.push({ path, reference: found })
    for (const name of compiled.variables) compiling.reads.push({ path, reference: [name] })
    return (view, budget) => {
      const made = compiled.render(view.all(), budget.time)
      take(budget, made.length)
      return made
    }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    compiling.problems.push({ path, message: error.message })
    return () => null
  }
}

/** `steps.<id>` in the outputs and tags of a template, however they are used. */
function referencesIn(text: string): string[][] {
  const code = [...insides(text)].map((each) => each.replaceAll(/"[^"]*"|'[^']*'/g, '')).join('\n')
  return [...code.matchAll(/(?<![\w.-])steps\.([a-z]\w*)/g)].map((match) => ['steps', match[1] ?? ''])
}

/** Outputs and tags, each looked at once: a pattern would look for the end of one that has none from every place anew. */
function* insides(text: string): Generator<string> {
  const over = new Set<string>()
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    const end = text[at + 1] === '{' ? '}}' : text[at + 1] === '%' ? '%}' : null
    if (end === null || over.has(end)) continue
    const to = text.indexOf(end, at + 2)
    if (to < 0) over.add(end)
    else {
      yield text.slice(at, to + 2)
      at = to + 1
    }
  }
}

/** A view of plain data, as tests of single steps and the engine's own settings have it. */
export const viewOf = (data: Record<string, Json>): TemplateView => ({ read: (path) => follow(data, path), all: () => data })
