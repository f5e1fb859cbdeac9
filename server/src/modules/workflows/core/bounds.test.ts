import { expect, test } from 'vitest'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { advance } from './advance.ts'
import { outcomeOf } from './machine.ts'
import { beginTest, drive, statusOf, testProgram } from './test-programs.ts'

const list = (length: number) => Array.from({ length }, (_, index) => index)

test('takes no turns in a loop without a body, at any nesting depth', async () => {
  const loop = (id: string) => ({ id, type: 'loop', config: { items: '{{ trigger.items }}' } })
  const program = await testProgram(
    [loop('outer'), loop('inner'), loop('self')],
    'start>outer outer:each>inner inner:done>self self:each>self',
  )
  const machine = beginTest(program, { trigger: { items: list(1_000) } })
  drive(machine)
  expect(statusOf(machine)).toBe('success')
  expect([machine.state.nextSeq, machine.state.nextScope].every((next) => next < 3_100)).toBe(true)
  const inner = [...machine.changes.rows.values()].find((row) => row.stepId === 'inner')
  expect(JSON.parse(inner?.output ?? '')).toEqual({ count: 1_000, items: list(1_000).map(() => null) })
})

test('a run that keeps more than it may ends, long before it has done all of its steps', async () => {
  const steps = [
    { id: 'all', type: 'loop', config: { items: '{{ trigger.items }}' } },
    { id: 'copy', type: 'set', config: { values: ['a', 'b', 'c'].map((name) => ({ name, value: '{{ trigger.text }}' })) } },
  ]
  const machine = beginTest(await testProgram(steps, 'start>all all:each>copy'), {
    trigger: { items: list(1_000), text: 'x'.repeat(200_000) },
  })
  drive(machine)
  expect(outcomeOf(machine)).toMatchObject({ status: 'failed', error: { code: 'RUN_TOO_LARGE' } })
  const bytes = machine.changes.payloads.reduce((sum, { text }) => sum + text.length, 0)
  expect(bytes).toBeLessThan(workflowLimits.runBytes + 2 * workflowLimits.outputBytes)
})

test('resumes a stopped run where it was', async () => {
  const steps = [
    { id: 'all', type: 'loop', config: { items: '{{ trigger.items }}' } },
    { id: 'note', type: 'set', config: { values: [{ name: 'last', value: '{{ loop.item }}' }] } },
  ]
  const machine = beginTest(await testProgram(steps, 'start>all all:each>note'), { trigger: { items: list(1_000) } })
  let slices = 0
  for (; machine.ready.length > 0; slices++) advance(machine, performance.now() + 1)
  expect(slices).toBeGreaterThan(1)
  expect([statusOf(machine), machine.state.vars['last']]).toEqual(['success', 999])
})
