import { createHash } from 'node:crypto'

interface Choice {
  /** Long sweeps run as a whole: `npm test -- --deep`. */
  isDeep: boolean
  /** Chooses the samples. `npm test` prints it, and `npm test -- --seed N` makes the same choice again. */
  seed: string
}
const choice: Choice = { isDeep: process.env['TEST_DEEP'] === '1', seed: process.env['TEST_SEED'] ?? '1' }
export const isDeep = choice.isDeep

/** Some cases of a long sweep, in their order, chosen by the seed; all of them with `--deep`. `sweep` names it, so that each has its own choice. */
export function sample<T>(sweep: string, cases: readonly T[], count: number, { isDeep: isWhole, seed } = choice): T[] {
  if (isWhole || cases.length <= count) return [...cases]
  const ranks = cases.map((_, at) => createHash('sha256').update(`${seed} ${sweep} ${at}`).digest('hex'))
  const last = ranks.toSorted()[count - 1] ?? ''
  return cases.filter((_, at) => (ranks[at] ?? '') <= last)
}

/** Rounds of a loop or of a property: ten times as many with `--deep`. */
export const rounds = (usual: number): number => (isDeep ? usual * 10 : usual)
