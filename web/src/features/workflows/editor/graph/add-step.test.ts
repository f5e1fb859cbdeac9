import { expect, test } from 'vitest'
import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { emptyDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { addStep, placeAfter } from './add-step.ts'

const typeOf = (type: string, ports: string[], isTrigger = false): StepType =>
  StepType.parse({
    type,
    label: type,
    description: '',
    category: 'logic',
    icon: 'branch',
    portsFrom: null,
    connectorId: null,
    isTrigger,
    hasEffect: false,
    ports: ports.map((port) => ({
      port,
      label: port,
    })),
    form: [],
    defaults: { from: type },
    sample: {},
  })
const [hook, manual, set, condition, stop] = [
  typeOf('trigger_webhook', ['next'], true),
  typeOf('trigger_manual', ['next'], true),
  typeOf('set', ['next']),
  typeOf('condition', ['yes', 'no']),
  typeOf('stop', []),
]
const types = new Map([hook, manual, set, condition, stop].map((type) => [type.type, type]))
const add = (definition: WorkflowDefinition, type: StepType, after: string | null) =>
  addStep({ definition, type, types, name: type.type, timeZone: 'UTC', place: placeAfter(definition, types, after) })

test('a workflow grows from its trigger downwards', () => {
  const first = add(emptyDefinition, hook, null)
  expect(first.id).toBe('start')
  const second = add(first.definition, condition, 'start')
  const yes = add(second.definition, set, 'condition')
  const no = add(yes.definition, set, 'condition')
  expect(no.definition.edges).toEqual([
    { from: 'start', port: 'next', to: 'condition' },
    { from: 'condition', port: 'yes', to: 'set' },
    { from: 'condition', port: 'no', to: 'set_2' },
  ])
  expect(no.definition.steps.map(({ position }) => position)).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 112 },
    { x: -170, y: 224 },
    { x: 170, y: 224 },
  ])
  expect(no.definition.steps.at(-1)).toMatchObject({ name: 'set 2', config: { from: 'set' } })
  // Both ports are connected: the next step is inserted between.
  const between = add(no.definition, set, 'condition')
  expect(between.definition.edges).toContainEqual({ from: 'set_3', port: 'next', to: 'set' })
  expect(between.definition.steps.find(({ id }) => id === 'set')?.position.y).toBe(336)
})

test('another trigger takes the place of the one there is', () => {
  const { definition } = add(emptyDefinition, hook, null)
  const changed = add(definition, manual, 'start')
  expect(changed.id).toBe('start')
  expect(changed.definition.steps).toHaveLength(1)
  expect(changed.definition.steps[0]).toMatchObject({ type: 'trigger_manual', config: { from: 'trigger_manual' } })
})

test('adds a step behind the lowest one with a port when nothing is selected', () => {
  const { definition } = add(add(emptyDefinition, hook, null).definition, set, 'start')
  expect(placeAfter(definition, types, null)).toEqual({ from: 'set', port: 'next' })
  const ended = add(definition, stop, 'set').definition
  expect(placeAfter(ended, types, 'stop')).toBeNull()
  expect(placeAfter(emptyDefinition, types, null)).toBeNull()
  expect(add(ended, set, 'stop').definition.edges).toHaveLength(2)
})
