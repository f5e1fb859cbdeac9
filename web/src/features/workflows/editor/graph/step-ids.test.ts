import { expect, test } from 'vitest'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { copySteps, pasteSteps, readCopied } from './clipboard.ts'
import { freeId, idMistake, renameStep, toStepId } from './step-ids.ts'

const definition = WorkflowDefinition.parse({
  steps: [
    { id: 'start', type: 'trigger_manual', name: 'Start' },
    { id: 'qualify', type: 'agent', name: 'Qualify', config: { input: 'Hi {{ trigger.name }}' } },
    {
      id: 'mail',
      type: 'email',
      name: 'Mail',
      config: {
        text: 'steps.qualify is {{ steps.qualify.score | plus: 1 }}',
        list: [{ value: '{% if steps.qualify_2.a %}x{% endif %}' }],
      },
    },
  ],
  edges: [
    { from: 'start', to: 'qualify' },
    { from: 'qualify', to: 'mail' },
  ],
})
const isTrigger = (type: string) => type.startsWith('trigger')

test('converts names to ids that templates can reference', () => {
  expect(toStepId('Qualify the account')).toBe('qualify_the_account')
  expect(toStepId('2. Ärger?')).toBe('arger')
  expect(toStepId('連絡')).toBe('step')
  expect(freeId('mail', new Set(['mail', 'mail_2']))).toBe('mail_3')
  expect(freeId('m'.repeat(40), new Set(['m'.repeat(40)]))).toBe(`${'m'.repeat(38)}_2`)
  expect(idMistake('2a', new Set())).toBe('form')
  expect(idMistake('mail', new Set(['mail']))).toBe('taken')
  expect(idMistake('mail', new Set())).toBeNull()
})

test('another id for a step changes edges and templates, and no text outside of braces', () => {
  const renamed = renameStep(definition, 'qualify', 'judge')
  expect(renamed.edges.map(({ from, to }) => `${from}>${to}`)).toEqual(['start>judge', 'judge>mail'])
  expect(renamed.steps[2]?.config).toEqual({
    text: 'steps.qualify is {{ steps.judge.score | plus: 1 }}',
    list: [{ value: '{% if steps.qualify_2.a %}x{% endif %}' }],
  })
})

test('copies steps with the edges between them and pastes them with new ids', () => {
  const copied = readCopied(copySteps(definition, new Set(['start', 'qualify', 'mail'])))
  if (!copied) throw new Error('not read')
  const { definition: grown, ids } = pasteSteps(definition, copied, isTrigger)
  expect(ids).toEqual(['qualify_2', 'mail_2'])
  expect(grown.steps).toHaveLength(5)
  expect(grown.edges.at(-1)).toEqual({ from: 'qualify_2', port: 'next', to: 'mail_2' })
  expect(grown.steps.at(-1)?.config['text']).toBe('steps.qualify is {{ steps.qualify_2.score | plus: 1 }}')
  expect(pasteSteps(WorkflowDefinition.parse({}), copied, isTrigger).ids).toEqual(['start', 'qualify', 'mail'])
})

test('other text on the clipboard is no steps', () => {
  expect(readCopied('hello')).toBeNull()
  expect(readCopied('{"format":"imperium/steps","steps":[]}')).toBeNull()
  expect(readCopied('imperium/steps {')).toBeNull()
})
