import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Slow small files run first: at the end, one of them would run alone while the other cores wait. */
export const longOnesFirst = (isLong: (moduleId: string) => boolean) =>
  class LongOnesFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files)
      return [...sorted.filter(({ moduleId }) => isLong(moduleId)), ...sorted.filter(({ moduleId }) => !isLong(moduleId))]
    }
  }
