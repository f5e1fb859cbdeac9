import { expect, test } from 'vitest'
import { Stages } from './stages.ts'

interface Begin {
  name: string
}
const measure = ({ name }: Begin) => ({ length: name.length })
const greet = async ({ name, length }: Begin & { length: number }) => ({ greeting: `${name} (${length})` })

test('each stage reads what earlier ones filled in', async () => {
  const seen: string[] = []
  const stages = Stages.of<Begin>()
    .add(measure)
    .add(greet)
    .add(({ greeting }) => void seen.push(greeting))
  expect(stages.names.slice(0, 2)).toEqual(['measure', 'greet'])
  expect(await stages.run({ name: 'Ada' })).toEqual({ name: 'Ada', length: 3, greeting: 'Ada (3)' })
  expect(seen).toEqual(['Ada (3)'])
})

test('no stage runs after one that throws', async () => {
  const seen: string[] = []
  const refuse = () => {
    throw new Error('refused')
  }
  const stages = Stages.of<Begin>()
    .add(refuse)
    .add(({ name }) => void seen.push(name))
  await expect(stages.run({ name: 'Ada' })).rejects.toThrow('refused')
  expect(seen).toEqual([])
})

test('a stage that needs what no earlier one fills in does not compile', () => {
  // @ts-expect-error `greet` reads `length`, which `measure` has not filled in.
  expect(Stages.of<Begin>().add(greet).names).toEqual(['greet'])
})
