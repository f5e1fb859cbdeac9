import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Small files that take long come first: left for the end, one of them runs alone while the other cores wait. */
export const longOnesFirst = (isLong: (moduleId: string) => boolean) =>
  class LongOnesFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files)
      return [...sorted.filter(({ moduleId }) => isLong(moduleId)), ...sorted.filter(({ moduleId }) => !isLong(moduleId))]
    }
  }
