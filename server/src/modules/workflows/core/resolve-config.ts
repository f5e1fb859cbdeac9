import type { Json } from '@imperium/contract/workflow-definition.ts'
import { TemplateError } from '../../../platform/liquid.ts'
import type { Templates } from '../../../platform/liquid.ts'
import { follow, readPath } from './read-path.ts'

/** What templates of a step may read. */
export interface TemplateView {
  /** One root by its name: `trigger`, `steps`, ...; undefined where there is none. `then` names what is read of it. */
  read(path: readonly string[]): Json | undefined
  /** All of it, for Liquid. */
  all(): object
}

type Resolve = (view: TemplateView) => Json

/** A configuration whose templates are compiled. */
export interface CompiledConfig {
  /** @throws TemplateError naming the variable that has no value. */
  resolve: Resolve
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
    resolve: verbatim.includes(name) ? null : compileValue(compiling, value, name),
  }))
  const isConstant = fields.every((field) => field.resolve === null)
  return {
    isConstant,
    reads: compiling.reads,
    problems: compiling.problems,
    resolve: (view) => (isConstant ? config : Object.fromEntries(fields.map((f) => [f.name, f.resolve ? f.resolve(view) : f.value]))),
  }
}

/** Null where there is no template in it. */
function compileValue(compiling: Compiling, value: Json, path: string): Resolve | null {
  if (typeof value === 'string') return isTemplate(value) ? compileText(compiling, value, path) : null
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    const items = value.map((item, index) => compileValue(compiling, item, `${path}.${index}`))
    if (items.every((item) => item === null)) return null
    return (view) => value.map((item, index) => items[index]?.(view) ?? item)
  }
  const fields = Object.entries(value).map(([name, item]) => ({ name, item, resolve: compileValue(compiling, item, `${path}.${name}`) }))
  if (fields.every((field) => field.resolve === null)) return null
  return (view) => Object.fromEntries(fields.map(({ name, item, resolve }) => [name, resolve ? resolve(view) : item]))
}

function compileText(compiling: Compiling, text: string, path: string): Resolve {
  const reference = readPath(text)
  if (reference) {
    compiling.reads.push({ path, reference })
    return (view) => {
      const value = view.read(reference)
      if (value === undefined) throw new TemplateError('missing', `${reference.join('.')} has no value`, { variable: reference.join('.') })
      return value
    }
  }
  try {
    const compiled = compiling.templates.compile(text, 'text')
    for (const found of referencesIn(text)) compiling.reads.push({ path, reference: found })
    for (const name of compiled.variables) compiling.reads.push({ path, reference: [name] })
    return (view) => compiled.render(view.all())
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    compiling.problems.push({ path, message: error.message })
    return () => null
  }
}

/** `steps.<id>` in the outputs and tags of a template, however they are used. */
function referencesIn(text: string): string[][] {
  const inside = text.match(/\{\{.*?\}\}|\{%.*?%\}/gs) ?? []
  const code = inside.map((each) => each.replaceAll(/"[^"]*"|'[^']*'/g, '')).join('\n')
  return [...code.matchAll(/(?<![\w.-])steps\.([a-z]\w*)/g)].map((match) => ['steps', match[1] ?? ''])
}

/** A view of plain data, as tests of single steps and the engine's own settings have it. */
export const viewOf = (data: Record<string, Json>): TemplateView => ({ read: (path) => follow(data, path), all: () => data })
