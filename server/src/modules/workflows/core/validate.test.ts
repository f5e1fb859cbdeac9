import { expect, test } from 'vitest'
import { loadTemplates } from '../../../platform/text/liquid.ts'
import { testDefinition, testTypes } from './test-programs.ts'
import { validateDefinition } from './validate.ts'

type Steps = Parameters<typeof testDefinition>[0]
const problems = async (steps: Steps, edges: string): Promise<string[]> =>
  validateDefinition(testTypes, await loadTemplates(), testDefinition(steps, edges)).map(
    ({ stepId, path, message }) => `${stepId} ${path}: ${message}`,
  )
const act = (id: string, value: unknown = null) => ({ id, type: 'act', config: { value } })
const both = { id: 'both', type: 'parallel', config: { branches: [{ name: 'left' }, { name: 'right' }] } }
const each = { id: 'each', type: 'loop', config: { items: [1] } }
const met = { id: 'met', type: 'join', config: {} }

test('a graph that holds together has nothing against it', async () => {
  expect(await problems([act('a'), act('b', '{{ steps.a }}')], 'start>a a>b')).toEqual([])
  expect(
    await problems(
      [both, act('l'), act('r'), met, act('b', '{{ steps.l }} {{ steps.met.left | json }}')],
      'start>both both:left>l both:right>r l>met r>met met>b',
    ),
  ).toEqual([])
  expect(
    await problems([each, act('a', '{{ loop.item }}'), act('b', '{{ steps.each.items }}')], 'start>each each:each>a a>each each:done>b'),
  ).toEqual([])
  expect(await problems([act('a', '{% for x in trigger.list %}{{ x.name | default: "?" }}{% endfor %}')], 'start>a')).toEqual([])
})

test('what does not is named by its step', async () => {
  expect(await problems([act('a'), act('b')], 'start>a')).toEqual(['b : No path from the trigger leads here'])
  expect(await problems([act('a'), act('b')], 'start>a a>b b>a')).toEqual(['a : Steps cannot form a circle. Use a Loop step instead'])
  expect(await problems([act('a')], 'start>a a:nowhere>start')).toEqual([
    'a : This step has no output called "nowhere"',
    'start : A trigger cannot have inputs',
    'start : Steps cannot form a circle. Use a Loop step instead',
  ])
  expect(await problems([both, act('l'), act('r')], 'start>both both:left>l both:right>l l>r')).toEqual([
    'l : Paths from different loops or branches meet here. Use a Join step for branches, and the output "done" of a loop',
  ])
  expect(await problems([met], 'start>met')).toContain('met : Connect the Join step to the branches of a parallel step')
  expect(await problems([{ id: 'twice', type: 'trigger_manual' }], '')).toEqual(['twice : A workflow has one trigger only'])
})

test('knows which outputs a step may read before it runs', async () => {
  const one = (value: string, edges = 'start>a a>b') => problems([act('a', value), act('b')], edges)
  expect(await one('{{ steps.b }}')).toEqual(['a config.value: The step b does not come before this one'])
  expect(await one('{{ steps.gone.x }}')).toEqual(['a config.value: There is no step gone'])
  expect(await one('{{ nothing }}')).toEqual([
    'a config.value: There is nothing called nothing; templates read trigger, steps, vars, loop, run, workflow, organization, now',
  ])
  expect(await one('{{ loop.item }}')).toEqual(['a config.value: Only steps inside of a loop read loop.item and loop.index'])
  expect(await one('{{ trigger.x | nofilter }}')).toEqual([expect.stringContaining('a config.value: undefined filter')])
  expect(await problems([each, act('a'), act('b', '{{ steps.a }}')], 'start>each each:each>a each:done>b')).toEqual([
    'b config.value: The output of the step a is only available inside its loop',
  ])
  expect(await problems([{ id: 'a', type: 'act', config: { other: 1 } }], 'start>a')).toEqual([expect.stringContaining('a config')])
})

test('a step with thousands of rows and hundreds of edges holds the process no longer than its rows do', async () => {
  const templates = await loadTemplates()
  const rows = { id: 'rows', type: 'switch', config: { cases: Array.from({ length: 30_000 }, () => ({ name: 'a' })) } }
  const edges = Array.from({ length: 399 }, (_, at) => `rows:p${at}>rows`).join(' ')
  const definition = testDefinition([rows], `start>rows ${edges}`)
  const cost = () => {
    const began = process.threadCpuUsage()
    expect(validateDefinition(testTypes, templates, definition).length).toBeGreaterThan(399)
    return process.threadCpuUsage(began).user / 1_000
  }
  expect(Math.min(cost(), cost(), cost())).toBeLessThan(100)
})
