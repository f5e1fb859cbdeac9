import type { z } from 'zod'
import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { stepTypes } from './index.ts'
import type { StepDefinition } from './step-type.ts'

type Field = z.input<typeof FormField>

const kinds: Record<StepDefinition['kind'], string> = {
  pure: 'Computed in memory; committed with what follows.',
  compute: 'Takes time, but touches nothing; done again after a crash.',
  commit: 'All it does is in our database, in the transaction that commits the step: exactly once.',
  effect: 'Touches the world: written before it begins and settled after it, with the same identity for every try.',
  control: 'Steers the run itself.',
}

const categories: Record<StepDefinition['about']['category'], string> = {
  trigger: 'Triggers',
  ai: 'Agents',
  message: 'Messages',
  data: 'Data',
  logic: 'Logic',
  people: 'People',
  sales: 'Sales',
  flow: 'Flow',
  integration: 'Integrations',
}

/** Escapes table cells: text must neither end a cell nor be read as Liquid or HTML. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;')
const code = (text: string): string => `\`${text}\``

function bounds({ min, max }: Field): string {
  if (min !== undefined && max !== undefined) return `, ${min} to ${max}`
  return min === undefined ? '' : `, from ${min}`
}

function describe(field: Field): string {
  const { label, hint = '', options = [], kind, when } = field
  // Events are many, and the same everywhere.
  const choices =
    kind === 'eventType' || options.length === 0
      ? ''
      : ` ${options.map(({ value, label: text }) => `${code(value)} (${text})`).join(', ')}.`
  const only = when ? ` Only where ${code(when.path)} is ${when.in.map((value) => code(String(value))).join(' or ')}.` : ''
  return cell(`${label}${bounds(field)}.${choices}${hint === '' ? '' : ` ${hint}`}${only}`)
}

function portsOf({ ports, portsFrom }: StepDefinition['about']): string {
  const names = [
    ...ports.map(({ port, label }) => `${code(port)} (${label})`),
    ...(portsFrom ? [`one for each of ${code(portsFrom.path)}`] : []),
  ]
  return names.length === 0 ? 'none: the run ends here' : names.join(', ')
}

function sectionOf({ about, kind }: StepDefinition): string {
  const rows = about.form.map((field) => `| ${code(field.path)} | ${field.kind} | ${field.required ? 'yes' : ''} | ${describe(field)} |`)
  const table =
    rows.length === 0
      ? 'It has no settings.'
      : ['| Setting | Kind | Required | What it is |', '| --- | --- | --- | --- |', ...rows].join('\n')
  return [
    `### ${about.label} (${code(about.type)})`,
    about.description,
    `Ways out: ${portsOf(about)}. ${kinds[kind]}`,
    table,
    `Its output, for example:\n\n\`\`\`json\n${JSON.stringify(about.sample, null, 2)}\n\`\`\``,
  ].join('\n\n')
}

/** The chapter of docs/workflow-steps.md that is generated from the step types. */
export function documentSteps(): string {
  const groups = Map.groupBy(
    [...stepTypes.values()].filter(({ about }) => about.connectorId === undefined),
    ({ about }) => about.category,
  )
  return [...groups].map(([category, types]) => [`## ${categories[category]}`, ...types.map(sectionOf)].join('\n\n')).join('\n\n')
}
