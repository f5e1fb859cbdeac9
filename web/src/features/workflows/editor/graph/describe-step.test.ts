import { expect, test } from 'vitest'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { FormField, StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { dataSources } from './data-sources.ts'
import { describeStep } from './describe-step.ts'

const typeOf = (type: string, label: string, fields: object[], more: object = {}): StepType =>
  StepType.parse({
    type,
    label,
    description: '',
    category: 'data',
    icon: 'code',
    ports: [{ port: 'next', label: 'Next' }],
    portsFrom: null,
    connectorId: null,
    isTrigger: false,
    hasEffect: false,
    form: fields.map((field) => FormField.parse(field)),
    defaults: {},
    sample: { from: type },
    ...more,
  })
const texts = {
  translate: (text: string) => text,
  nameOf: (kind: string, id: string) => (kind === 'agent' && id === 'a1' ? 'Inbound lead qualifier' : undefined),
  span: (amount: unknown, unit: string) => `${String(amount)} ${unit}`,
}
const describe = (type: StepType | undefined, config: WorkflowDefinition['steps'][number]['config']) =>
  describeStep({ type: type?.type ?? 'gone', config }, type, texts)

test('describes the subject of a step', () => {
  const agent = typeOf('agent', 'Run an agent', [
    { path: 'agentId', label: 'Agent', kind: 'agent', required: true },
    { path: 'timeout', label: 'Time-out', kind: 'duration' },
  ])
  expect(describe(agent, { agentId: 'a1' })).toBe('Inbound lead qualifier')
  expect(describe(agent, { agentId: 'gone', timeout: { amount: 1, unit: 'hours' } })).toBe('Run an agent')
  const event = typeOf('trigger_event', 'Event', [{ path: 'event', label: 'Event', kind: 'eventType' }], { isTrigger: true })
  expect(describe(event, { event: 'user.created' })).toBe('Event · user.created')
  const delay = typeOf('delay', 'Delay', [{ path: 'for', label: 'How long', kind: 'duration', required: true }])
  expect(describe(delay, { for: { amount: 2, unit: 'days' } })).toBe('Delay · 2 days')
  expect(describe(typeOf('http', 'HTTP request', []), { method: 'POST', url: 'https://crm.example.com/hooks/crm' })).toBe('POST /hooks/crm')
  expect(describe(typeOf('trigger_webhook', 'Webhook', [], { isTrigger: true }), { path: 'new-lead' })).toBe('Webhook · /new-lead')
  expect(describe(undefined, {})).toBe('gone')
})

test("offers earlier data to templates: newest data first, then the type's sample", () => {
  const types = new Map(
    [typeOf('trigger_manual', 'Manual', [], { isTrigger: true }), typeOf('set', 'Set', []), typeOf('loop', 'Loop', [])].map((type) => [
      type.type,
      type,
    ]),
  )
  const definition = WorkflowDefinition.parse({
    steps: [
      { id: 'start', type: 'trigger_manual', name: 'Start' },
      { id: 'set', type: 'set', name: 'Keep', config: { values: [{ name: 'score', value: '{{ trigger.score }}' }, { name: '' }] } },
      { id: 'each', type: 'loop', name: 'Each' },
      { id: 'body', type: 'set', name: 'Body' },
      { id: 'after', type: 'set', name: 'After' },
    ],
    edges: [
      { from: 'start', to: 'set' },
      { from: 'set', to: 'each' },
      { from: 'each', port: 'each', to: 'body' },
      { from: 'each', port: 'done', to: 'after' },
    ],
  })
  const names = { vars: 'Values', loop: 'Turn', run: 'Run', workflow: 'Workflow', organization: 'Organization', now: 'Now' }
  const known = { trigger: { score: 80 }, steps: { set: { score: 80 } } }
  const sources = dataSources(definition, 'body', types, known, names)
  expect(sources.map(({ path }) => path)).toEqual([
    'steps.each',
    'steps.set',
    'trigger',
    'vars',
    'loop',
    'run',
    'workflow',
    'organization',
    'now',
  ])
  expect(sources.find(({ path }) => path === 'steps.set')?.sample).toEqual({ score: 80 })
  expect(sources.find(({ path }) => path === 'steps.each')?.sample).toEqual({ from: 'loop' })
  expect(sources.find(({ path }) => path === 'trigger')?.sample).toEqual({ score: 80 })
  expect(sources.find(({ path }) => path === 'vars')?.sample).toEqual({ score: '{{ trigger.score }}' })
  expect(dataSources(definition, 'after', types, known, names).map(({ path }) => path)).not.toContain('loop')
  expect(dataSources(definition, 'set', types, { trigger: null, steps: {} }, names)[0]?.sample).toEqual({ from: 'trigger_manual' })
})
