import type { WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import type { StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { isRecord, readAt } from './config-path.ts'

export interface StepPort {
  port: string
  /** English text of the step type, or the user's own name of a case or a branch. */
  label: string
  isOwn?: boolean
}

export type StepTypes = ReadonlyMap<string, StepType>

/** The ports of a step in drawing order: those of its cases or branches, those of its type, then the error branch. */
export function portsOf(step: Pick<WorkflowStep, 'config' | 'onError'>, type: StepType | undefined): StepPort[] {
  const listed = type?.portsFrom ? listPorts(step, type.portsFrom) : []
  const fixed = type?.ports ?? []
  const error = step.onError === 'branch' ? [{ port: 'error', label: 'Error' }] : []
  const all = [...listed, ...fixed, ...error]
  return all.filter(({ port }, at) => all.findIndex((each) => each.port === port) === at)
}

function listPorts({ config }: Pick<WorkflowStep, 'config'>, from: NonNullable<StepType['portsFrom']>): StepPort[] {
  const list = readAt(config, from.path)
  if (!Array.isArray(list)) return []
  return list.flatMap((item) => {
    const port = isRecord(item) ? item[from.key] : item
    if (typeof port !== 'string' || port === '') return []
    const label = isRecord(item) ? item[from.label] : item
    return [{ port, label: typeof label === 'string' && label !== '' ? label : port, isOwn: true }]
  })
}

/** Without the edges of ports that the step no longer has. */
export function dropLostPorts(definition: WorkflowDefinition, id: string, types: StepTypes): WorkflowDefinition {
  const step = definition.steps.find((each) => each.id === id)
  const type = step && types.get(step.type)
  // The ports of a type that this installation does not know are not known either.
  if (!step || !type) return definition
  const ports = new Set(portsOf(step, type).map(({ port }) => port))
  const edges = definition.edges.filter((edge) => edge.from !== id || ports.has(edge.port))
  return edges.length === definition.edges.length ? definition : { ...definition, edges }
}

/** The first unconnected port, else the first port. Null for a step without ports. */
export function freePort(definition: WorkflowDefinition, step: WorkflowStep, types: StepTypes): string | null {
  const ports = portsOf(step, types.get(step.type))
  const taken = new Set(definition.edges.filter(({ from }) => from === step.id).map(({ port }) => port))
  return (ports.find(({ port }) => !taken.has(port) && port !== 'error') ?? ports[0])?.port ?? null
}
