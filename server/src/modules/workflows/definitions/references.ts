import type { GraphProblem, Json, WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import type { WorkflowFile } from '@imperium/contract/workflows/workflows.ts'
import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { stepTypes } from '../steps/index.ts'
import { isReferenceKind, namedThings, referenceLabels } from './named-things.ts'
import type { ReferenceKind } from './named-things.ts'

type References = WorkflowFile['references']

/** A field of a step that references something of the organization by its id. */
interface Place {
  step: WorkflowStep
  path: string
  kind: ReferenceKind
}

const isRawId = (value: Json): value is string => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value)

const placesOf = (definition: WorkflowDefinition): Place[] =>
  definition.steps.flatMap((step) => {
    const form = (stepTypes.get(step.type)?.about.form ?? []) as readonly Pick<FormField, 'path' | 'kind'>[]
    return form.flatMap(({ path, kind }) => (isReferenceKind(kind) ? [{ step, path, kind }] : []))
  })

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

const read = (config: Json | undefined, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((at, key) => {
    if (at === null || typeof at !== 'object' || Array.isArray(at)) return undefined
    return Object.hasOwn(at, key) ? at[key] : undefined
  }, config)

function write(config: Record<string, Json>, path: string, value: Json): Record<string, Json> {
  const [key = '', ...rest] = path.split('.')
  const inner = config[key]
  if (rest.length === 0) return { ...config, [key]: value }
  const object = inner !== null && typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
  return { ...config, [key]: write(object, rest.join('.'), value) }
}

/** The definition with every id or placeholder in a naming field replaced. */
function replaceReferences(definition: WorkflowDefinition, replace: (kind: ReferenceKind, value: string) => string): WorkflowDefinition {
  const configs = new Map(definition.steps.map((step) => [step.id, step.config]))
  for (const { step, path, kind } of placesOf(definition)) {
    const value = read(step.config, path)
    if (value === undefined) continue
    const one = (each: Json) => (typeof each === 'string' ? replace(kind, each) : each)
    configs.set(step.id, write(configs.get(step.id) ?? {}, path, Array.isArray(value) ? value.map(one) : one(value)))
  }
  return { ...definition, steps: definition.steps.map((step) => ({ ...step, config: configs.get(step.id) ?? step.config })) }
}

const nameMaxLength = 200
const keyMaxLength = 120
const placeholderOf = (kind: ReferenceKind, name: string): string => `${kind}:${name}`.slice(0, keyMaxLength)
const kindOfPlaceholder = (value: Json, kind: ReferenceKind): boolean => typeof value === 'string' && value.startsWith(`${kind}:`)

/** Replaces ids by placeholders with names, for a file that another organization reads. The id of a deleted thing stays. */
export async function toNames(
  tx: OrgTx,
  definition: WorkflowDefinition,
): Promise<{ definition: WorkflowDefinition; references: References }> {
  const references: References = {}
  const placeholders = new Map<string, string>()
  for (const [kind, values] of valuesByKind(definition)) {
    for (const value of values.filter((each) => kindOfPlaceholder(each, kind)))
      references[value] = { kind, name: value.slice(kind.length + 1) }
    const things = await namedThings[kind](tx, { ids: values.filter(isRawId), names: [] })
    const names = new Map(things.map((thing) => [thing.id, thing.name]))
    for (const id of values) {
      const name = names.get(id)
      if (name === undefined) continue
      const placeholder = freeKey(references, placeholderOf(kind, name))
      references[placeholder] = { kind, name: name.slice(0, nameMaxLength) }
      placeholders.set(`${kind} ${id}`, placeholder)
    }
  }
  return { references, definition: replaceReferences(definition, (kind, value) => placeholders.get(`${kind} ${value}`) ?? value) }
}

/** A number distinguishes two things with the same name. */
function freeKey(references: References, wanted: string): string {
  for (let n = 2, key = wanted; ; n++) {
    if (!Object.hasOwn(references, key)) return key
    key = `${wanted.slice(0, keyMaxLength - 4)} #${n}`
  }
}

function valuesByKind(definition: WorkflowDefinition): Map<ReferenceKind, string[]> {
  const values = new Map<ReferenceKind, string[]>()
  for (const { step, path, kind } of placesOf(definition))
    for (const value of listOf(read(step.config, path)))
      if (typeof value === 'string' && !values.get(kind)?.includes(value)) values.set(kind, [...(values.get(kind) ?? []), value])
  return values
}

/** Replaces placeholders by the ids of things with that name here; those not found stay placeholders, to be chosen before publishing. */
export async function toIds(tx: OrgTx, definition: WorkflowDefinition, references: References): Promise<WorkflowDefinition> {
  const ids = new Map<string, string>()
  for (const [kind, values] of valuesByKind(definition)) {
    const known = values.filter((value) => Object.hasOwn(references, value) && references[value]?.kind === kind)
    const names = known.flatMap((value) => references[value]?.name ?? [])
    const things = await namedThings[kind](tx, { ids: [], names: [...new Set(names)] })
    for (const value of known) {
      const name = references[value]?.name
      // Things with the same name are assigned in order, as the file numbers them.
      const free = things.filter((thing) => thing.name === name)
      const thing = free.find(({ id }) => ![...ids.values()].includes(id)) ?? free[0]
      if (thing) ids.set(`${kind} ${value}`, thing.id)
    }
  }
  const named = (kind: ReferenceKind, value: string) => {
    const { name = '' } = references[value] ?? {}
    return Object.hasOwn(references, value) ? placeholderOf(kind, name) : value
  }
  return replaceReferences(definition, (kind, value) => ids.get(`${kind} ${value}`) ?? named(kind, value))
}

/** Placeholders that an import left: references that must still be chosen, by name. */
export const missingReferences = (definition: WorkflowDefinition): GraphProblem[] =>
  placesOf(definition).flatMap(({ step, path, kind }) =>
    listOf(read(step.config, path))
      .filter((value) => kindOfPlaceholder(value, kind))
      .map((value) => ({
        stepId: step.id,
        path: `config.${path}`,
        ...message('Choose {what}: "{name}" does not exist here', {
          what: referenceLabels[kind],
          name: String(value).slice(kind.length + 1),
        }),
      })),
  )
