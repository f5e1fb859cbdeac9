import type { Bundle, BundleComparison } from '@imperium/contract/bundles/bundles.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { sortedJson } from '../../platform/text/sorted-json.ts'
import { bundlesActs } from './acts.ts'
import { applyBundle } from './apply-bundle.ts'
import { compareBundle } from './compare-bundle.ts'
import { readBundle } from './export-bundle.ts'
import { workerOf } from './nouns/bundled-noun.ts'
import { bundleOperations } from './routes.ts'

export { ownerContext } from './work-as-owner.ts'

type Context = Omit<OrgContext, 'tx'>

/** For the operator's command line. */
export const compareAs = (platform: Platform, context: Context, bundle: Bundle): Promise<BundleComparison> =>
  compareBundle(workerOf(platform, context), bundle)
export const applyAs = (platform: Platform, context: Context, bundle: Bundle): Promise<BundleComparison> =>
  applyBundle(workerOf(platform, context), bundle)

/** The organization as code, as text: for the export of everything. */
export const bundleTextOf = async (platform: Platform, context: Context): Promise<string> =>
  sortedJson(await readBundle(workerOf(platform, context)))

export const bundlesModule: ModuleFactory = (platform) => ({
  name: 'bundles',
  tables: ['bundle_waiting'],
  acts: bundlesActs,
  operations: bundleOperations(platform),
})
