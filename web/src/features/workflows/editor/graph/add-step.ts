import type { WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import { WorkflowStep as Step } from '@imperium/contract/workflows/workflow-definition.ts'
import type { StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { changeStep, findStep, freePosition, insertStep, makeRoom, pitch } from './edit-graph.ts'
import type { Place, Position } from './edit-graph.ts'
import { freePort, portsOf } from './ports.ts'
import type { StepTypes } from './ports.ts'
import { startConfig } from './start-config.ts'
import { freeId, toStepId } from './step-ids.ts'

export interface Added {
  definition: WorkflowDefinition
  /** Id of the new step, or of the replaced trigger. */
  id: string
}

interface Addition {
  definition: WorkflowDefinition
  type: StepType
  types: StepTypes
  /** In the language of the page. */
  name: string
  /** The user's time zone. */
  timeZone: string
  /** The port behind which it is added; null: unconnected. */
  place: Place | null
  /** The drop position. */
  at?: Position | undefined
}

/** Adds a step of a type. A workflow has one trigger: another one takes its place. */
export function addStep({ definition, type, types, name, timeZone, place, at }: Addition): Added {
  const config = startConfig(type, timeZone)
  const trigger = definition.steps.find((step) => types.get(step.type)?.isTrigger)
  if (type.isTrigger && trigger)
    return { definition: changeStep(definition, trigger.id, { type: type.type, name, config }), id: trigger.id }
  const way = type.isTrigger ? null : place
  const step: WorkflowStep = Step.parse({
    id: freeId(type.isTrigger ? 'start' : toStepId(type.type), new Set(definition.steps.map(({ id }) => id))),
    type: type.type,
    name: freeName(definition, name),
    config,
  })
  const goOn = portsOf(step, type)[0]?.port ?? null
  const after = way && goOn ? definition.edges.find(({ from, port }) => from === way.from && port === way.port)?.to : undefined
  const position = at ?? positionFor(definition, types, way, after)
  const spaced = after ? makeRoom(definition, after, position.y) : definition
  const placed = { ...step, position: after ? position : freePosition(spaced, position) }
  return { definition: insertStep(spaced, placed, way, goOn), id: step.id }
}

/** Behind the selected step, else behind the lowest one that has a port. */
export function placeAfter(definition: WorkflowDefinition, types: StepTypes, selected: string | null): Place | null {
  const step = findStep(definition, selected) ?? lowest(definition, types)
  const port = step && freePort(definition, step, types)
  return step && port ? { from: step.id, port } : null
}

function lowest(definition: WorkflowDefinition, types: StepTypes): WorkflowStep | undefined {
  const leads = new Set(definition.edges.map(({ from, port }) => `${from} ${port}`))
  return definition.steps
    .filter((step) => portsOf(step, types.get(step.type)).some(({ port }) => port !== 'error' && !leads.has(`${step.id} ${port}`)))
    .toSorted((a, b) => b.position.y - a.position.y)[0]
}

function positionFor(definition: WorkflowDefinition, types: StepTypes, place: Place | null, after: string | undefined): Position {
  const from = findStep(definition, place?.from ?? null)
  const target = findStep(definition, after ?? null)
  if (!from) return { x: 0, y: lowerEdge(definition) }
  const y = from.position.y + pitch.y
  if (target) return { x: target.position.x, y: Math.max(y, target.position.y) }
  const ports = portsOf(from, types.get(from.type))
  const at = ports.findIndex(({ port }) => port === place?.port)
  const offset = (at - (ports.length - 1) / 2) * (pitch.x / Math.max(1, ports.length - 1))
  return { x: from.position.x + (ports.length > 1 ? Math.round(offset) : 0), y }
}

const lowerEdge = (definition: WorkflowDefinition): number =>
  definition.steps.length === 0 ? 0 : Math.max(...definition.steps.map(({ position }) => position.y)) + pitch.y

function freeName(definition: WorkflowDefinition, name: string): string {
  const taken = new Set(definition.steps.map((step) => step.name))
  let number = 1
  while (taken.has(number === 1 ? name : `${name} ${number}`)) number += 1
  return number === 1 ? name : `${name} ${number}`
}
