import type { Json, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import type { FormField, StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { isRecord, readAt } from './config-path.ts'
import type { Config } from './config-path.ts'
import { isShown } from './form-visibility.ts'

/** The name of a referenced item, by the field's kind and the id. */
export type NameOf = (kind: string, id: string) => string | undefined

interface Texts {
  translate: (text: string) => string
  nameOf: NameOf
  /** `2 days` */
  span: (amount: Json, unit: string) => string
}

const nameKinds: ReadonlySet<string> = new Set(['agent', 'workflow', 'segment', 'campaign', 'whatsappTemplate'])
const textKinds: ReadonlySet<string> = new Set(['eventType', 'cron', 'duration'])

/** The subtitle of a step: its type and its subject: `Event · user.created`, `Delay · 2 days`, `POST /hooks/crm`. */
export function describeStep(
  { type: name, config }: Pick<WorkflowStep, 'type' | 'config'>,
  type: StepType | undefined,
  texts: Texts,
): string {
  if (!type) return name
  const label = texts.translate(type.label)
  const address = requestOf(config)
  if (address) return address
  if (type.isTrigger && typeof config['path'] === 'string' && config['path'] !== '') return `${label} · /${config['path']}`
  const shown = type.form.filter((field) => isShown(field, config))
  const named = shown.find(({ kind }) => nameKinds.has(kind))
  const reference = named && readAt(config, named.path)
  const found = named && typeof reference === 'string' ? texts.nameOf(named.kind, reference) : undefined
  // The name of an agent or a workflow is sufficient.
  if (found) return named?.kind === 'agent' || named?.kind === 'workflow' ? found : `${label} · ${found}`
  const detail = shown.flatMap((field) => (textKinds.has(field.kind) ? textOf(field, config, texts) : []))[0]
  return detail ? `${label} · ${detail}` : label
}

function textOf({ path, options, kind, required }: FormField, config: Config, { span }: Texts): string[] {
  // An optional duration is a limit, not the subject of the step.
  if (kind === 'duration' && !required) return []
  const value = readAt(config, path)
  if (isRecord(value) && typeof value['unit'] === 'string') return [span(value['amount'] ?? '', value['unit'])]
  if (typeof value !== 'string' || value === '') return []
  return [options.find((option) => option.value === value)?.label ?? value]
}

/** `POST /hooks/crm` of a request. */
function requestOf({ method, url }: Config): string | null {
  if (typeof method !== 'string' || typeof url !== 'string' || url === '') return null
  const path = url.replace(/^[a-z]+:\/\/[^/]+/i, '')
  return `${method} ${path === '' ? url : path}`
}
