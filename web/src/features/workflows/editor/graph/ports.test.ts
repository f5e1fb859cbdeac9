import { expect, test } from 'vitest'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { FormField, StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { isShown } from './form-visibility.ts'
import { layOut, layoutInput } from './layout.ts'
import { stepTowards } from './move-focus.ts'
import { dropLostPorts, freePort, portsOf } from './ports.ts'

const typeOf = (type: string, ports: string[], portsFrom: StepType['portsFrom'] = null): StepType =>
  StepType.parse({
    type,
    label: type,
    description: '',
    category: 'logic',
    icon: 'branch',
    portsFrom,
    connectorId: null,
    isTrigger: false,
    hasEffect: false,
    ports: ports.map((port) => ({
      port,
      label: port,
    })),
    form: [],
    defaults: {},
    sample: {},
  })
const types = new Map([
  ['set', typeOf('set', ['next'])],
  ['condition', typeOf('condition', ['yes', 'no'])],
  ['switch', typeOf('switch', ['default'], { path: 'cases', key: 'name', label: 'name' })],
])
const definition = WorkflowDefinition.parse({
  steps: [
    {
      id: 'way',
      type: 'switch',
      name: 'Which way',
      config: { cases: [{ name: 'hot' }, { name: 'cold' }, { name: '' }] },
      onError: 'branch',
    },
    { id: 'a', type: 'set', name: 'A', position: { x: -200, y: 112 } },
    { id: 'b', type: 'set', name: 'B', position: { x: 200, y: 112 } },
  ],
  edges: [
    { from: 'way', port: 'cold', to: 'b' },
    { from: 'way', port: 'hot', to: 'a' },
    { from: 'way', port: 'gone', to: 'a' },
  ],
})
const [way] = definition.steps

test('derives ports from the cases, the type and the error handling', () => {
  if (!way) throw new Error('no step')
  expect(portsOf(way, types.get('switch')).map(({ port }) => port)).toEqual(['hot', 'cold', 'default', 'error'])
  expect(freePort(definition, way, types)).toBe('default')
  expect(dropLostPorts(definition, 'way', types).edges).toHaveLength(2)
  expect(dropLostPorts(definition, 'a', types)).toBe(definition)
})

test('the layout keeps branches in the order of their ports, and steps apart', async () => {
  const input = layoutInput(definition, types)
  expect(input.edges.slice(-2).map(({ name }) => name)).toEqual(['hot', 'cold'])
  const positions = await layOut(input)
  expect(positions['way']?.y).toBeLessThan(positions['a']?.y ?? 0)
  expect((positions['b']?.x ?? 0) - (positions['a']?.x ?? 0)).toBe(340)
})

test('moves along edges and to neighbours with arrow keys', () => {
  expect(stepTowards(definition, null, 'down')).toBe('way')
  expect(stepTowards(definition, 'a', 'up')).toBe('way')
  expect(stepTowards(definition, 'a', 'right')).toBe('b')
  expect(stepTowards(definition, 'b', 'left')).toBe('a')
  expect(stepTowards(definition, 'b', 'down')).toBeNull()
  const alone = { ...definition, edges: [] }
  expect(stepTowards(alone, 'b', 'up')).toBe('way')
  expect(stepTowards(alone, 'way', 'down')).toBe('a')
})

test('shows a field when the field that it depends on has the required value', () => {
  const field = FormField.parse({ path: 'url', label: 'URL', kind: 'text' })
  expect(isShown(field, {})).toBe(true)
  expect(isShown({ ...field, when: { path: 'mode', in: ['a'] } }, { mode: 'a' })).toBe(true)
  expect(isShown({ ...field, when: { path: 'mode', in: ['a'] } }, { mode: 'b' })).toBe(false)
  expect(isShown({ ...field, when: { path: 'isOn', in: [false] } }, {})).toBe(true)
})
