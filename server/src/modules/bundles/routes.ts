import { bundles } from '@imperium/contract/bundles/bundles.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { applyBundle } from './apply-bundle.ts'
import { compareBundle } from './compare-bundle.ts'
import { exportBundle } from './export-bundle.ts'
import { workerOf } from './nouns/bundled-noun.ts'

export const bundleOperations = (platform: Platform) =>
  bindOperations(bundles, {
    export: (_input, context) => exportBundle(workerOf(platform, context)),
    compare: ({ body }, context) => compareBundle(workerOf(platform, context), body),
    apply: ({ body }, context) => applyBundle(workerOf(platform, context), body),
  })
