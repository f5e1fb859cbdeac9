import type { Json, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { isSecretName } from '../core/redact-config.ts'

const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%')
/** A parameter of an address, up to the next. */
const parameter = /([?&])([^=&#\s{}]{1,100})=([^&#\s{}]+)/g

/** Blanks a secret that was typed where a credential belongs; a template holds no secret yet. */
const blank = (value: Json): Json => (typeof value === 'string' && isTemplate(value) ? value : '')

function withoutIn(value: Json): Json {
  if (typeof value === 'string')
    return value.replaceAll(parameter, (all, before: string, name: string) => (isSecretName(name) ? `${before}${name}=` : all))
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(withoutIn)
  const { name } = value
  const isRow = typeof name === 'string' && isSecretName(name)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isSecretName(key) || (isRow && key === 'value') ? blank(item) : withoutIn(item)]),
  )
}

/** What leaves the organization holds no secrets: those under names of secrets are left to be entered again. */
export const withoutSecrets = (definition: WorkflowDefinition): WorkflowDefinition => ({
  ...definition,
  steps: definition.steps.map((step) => ({
    ...step,
    config: Object.fromEntries(
      Object.entries(step.config).map(([key, value]) => [key, isSecretName(key) ? blank(value) : withoutIn(value)]),
    ),
  })),
})
