import { StepId } from '@imperium/contract/workflows/workflow-definition.ts'
import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { mapTexts } from './config-path.ts'
import type { Config } from './config-path.ts'

const longest = 40

/** A name as an id of templates: `Qualify the account` -> `qualify_the_account`. */
export function toStepId(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, longest)
  return letters === '' ? 'step' : letters
}

/** `base`, or the first of `base_2`, `base_3` ... that is not taken. */
export function freeId(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const id = base.slice(0, longest - suffix.length) + suffix
    if (!taken.has(id)) return id
  }
}

/** Why an id is invalid; null if it is valid. */
export function idMistake(id: string, taken: ReadonlySet<string>): 'form' | 'taken' | null {
  if (!StepId.safeParse(id).success) return 'form'
  return taken.has(id) ? 'taken' : null
}

/** Replaces `steps.<old>` by `steps.<new>` in templates, within braces only. */
export function renameInTemplates(config: Config, ids: ReadonlyMap<string, string>): Config {
  const rename = (text: string) =>
    text.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, (tag) =>
      tag.replace(/\bsteps\.([a-z][a-z0-9_]*)/g, (whole, id: string) => (ids.has(id) ? `steps.${ids.get(id)}` : whole)),
    )
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, mapTexts(value, rename)]))
}

/** The same graph with another id for a step, in edges and in the templates of the others too. */
export function renameStep(definition: WorkflowDefinition, from: string, to: string): WorkflowDefinition {
  const ids = new Map([[from, to]])
  const renamed = (id: string) => ids.get(id) ?? id
  return {
    ...definition,
    steps: definition.steps.map((step) => ({ ...step, id: renamed(step.id), config: renameInTemplates(step.config, ids) })),
    edges: definition.edges.map((edge) => ({ ...edge, from: renamed(edge.from), to: renamed(edge.to) })),
  }
}
