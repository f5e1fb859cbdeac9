import type { ModuleFactory } from '../../platform/module.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { sortedJson } from '../../platform/text/sorted-json.ts'
import { bundlesActs } from './acts.ts'
import { readBundle } from './export-bundle.ts'
import { workerOf } from './nouns/bundled-noun.ts'
import { bundleOperations } from './routes.ts'

/** The organization as code, as text: for the export of everything. */
export const bundleTextOf = async (platform: Platform, context: Omit<OrgContext, 'tx'>): Promise<string> =>
  sortedJson(await readBundle(workerOf(platform, context)))

export const bundlesModule: ModuleFactory = (platform) => ({
  name: 'bundles',
  tables: ['bundle_waiting'],
  acts: bundlesActs,
  operations: bundleOperations(platform),
})
