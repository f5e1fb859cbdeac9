import { expect, test } from 'vitest'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { compareDefinitions } from './compare-definitions.ts'

const before = WorkflowDefinition.parse({
  steps: [
    { id: 'start', type: 'trigger_manual', name: 'Start', position: { x: 0, y: 0 } },
    { id: 'mail', type: 'email', name: 'Mail', config: { subject: 'Hi', values: [{ name: 'a' }] } },
    { id: 'gone', type: 'stop', name: 'Gone' },
  ],
  edges: [{ from: 'start', to: 'mail' }],
})

test('steps are added, removed and changed field by field', () => {
  const after = WorkflowDefinition.parse({
    steps: [
      { id: 'start', type: 'trigger_manual', name: 'Start', position: { x: 500, y: 0 } },
      { id: 'mail', type: 'email', name: 'Mail', onError: 'branch', config: { values: [{ name: 'a' }], subject: 'Hello' } },
      { id: 'wait', type: 'delay', name: 'Wait' },
    ],
    edges: [
      { from: 'start', to: 'mail' },
      { from: 'mail', to: 'wait' },
    ],
    settings: { timeoutSeconds: 60 },
  })
  const difference = compareDefinitions(before, after)
  expect(difference.steps.map(({ id, kind }) => `${id} ${kind}`)).toEqual(['mail changed', 'wait added', 'gone removed'])
  expect(difference.steps[0]?.fields).toEqual([
    { path: 'onError', before: 'stop', after: 'branch' },
    { path: 'config.subject', before: 'Hi', after: 'Hello' },
    { path: 'ports.next', before: undefined, after: 'Wait' },
  ])
  expect(difference.settings).toEqual([{ path: 'timeoutSeconds', before: null, after: 60 }])
})

test('the same definition has no difference', () => {
  expect(compareDefinitions(before, structuredClone(before))).toEqual({ steps: [], settings: [] })
})
