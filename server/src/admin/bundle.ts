import { readFileSync } from 'node:fs'
import { Bundle } from '@imperium/contract/bundles/bundles.ts'
import type { BundleComparison } from '@imperium/contract/bundles/bundles.ts'
import type { Config } from '../platform/config/config.ts'
import { loadSecrets } from '../platform/crypto/secrets.ts'
import type { OrgContext } from '../platform/operations/context.ts'
import type { Platform } from '../platform/platform.ts'
import { StartError } from '../platform/start-error.ts'
import type { Call, Command } from './command.ts'
import { openDatabase } from './open-database.ts'

type Context = Omit<OrgContext, 'tx'>

/** The product without its servers and workers, in the name of an organization's owner: a bundle is applied by its operations. */
async function inOrganization<T>(config: Config, slug: string, work: (platform: Platform, context: Context) => Promise<T>): Promise<T> {
  const opened = await openDatabase(config)
  // The other commands start without loading the modules.
  const [{ allJobs, createModules }, { createPlatform }, { createLog }, { prepareQueues }, { ownerContext }] = await Promise.all([
    import('../app.ts'),
    import('../platform/create-platform.ts'),
    import('../platform/log.ts'),
    import('../platform/jobs/jobs.ts'),
    import('../modules/bundles/index.ts'),
  ])
  const started = await createPlatform({
    config,
    secrets: loadSecrets(config),
    connection: opened.connection,
    log: createLog('silent', 'json'),
  })
  try {
    const { platform } = started
    const modules = createModules(platform)
    started.attach(modules)
    await prepareQueues(
      opened.connection,
      allJobs(platform, modules).map((job) => job.name),
    )
    // What operations queue is worked on by the running product.
    await platform.jobs.start()
    const context = await ownerContext(platform, slug)
    if (!context) throw new StartError(`There is no organization "${slug}".`, { exitCode: 1 })
    return await work(platform, context)
  } finally {
    await started.close(0)
    await opened.close()
  }
}

function readBundle(file: string): Bundle {
  try {
    return Bundle.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new StartError(`${file} is not a bundle of an organization.`, { cause, exitCode: 2 })
  }
}

/** @returns 1 when something waits. */
function printComparison({ print }: Call, { differences, refused }: BundleComparison): number {
  for (const { noun, name, change, missing, reason } of differences.filter((each) => each.change !== 'same'))
    print([change.padEnd(6), noun, name, ...missing.map((each) => `(not here: ${each})`), reason?.message ?? ''].filter(Boolean).join('  '))
  for (const noun of refused) print(`left out: ${noun}`)
  if (differences.every(({ change }) => change === 'same')) print('Nothing differs.')
  return differences.some(({ change }) => change === 'wait') ? 1 : 0
}

export const bundleExport: Command = {
  name: 'bundle export',
  usage: '<slug>',
  summary:
    'Prints an organization as code: agents, workflows, templates, segments, record types, reports, brand, permission sets. No secrets.',
  operands: 1,
  run: async ({ config, operands: [slug = ''], print }) => {
    const { bundleTextOf } = await import('../modules/bundles/index.ts')
    const text = await inOrganization(config, slug, bundleTextOf)
    print(text.trimEnd())
  },
}

export const bundleCompare: Command = {
  name: 'bundle compare',
  usage: '<slug> <file>',
  summary: 'Shows what applying a bundle to an organization would change.',
  operands: 2,
  run: async (call) => {
    const [slug = '', file = ''] = call.operands
    const bundle = readBundle(file)
    const { compareAs } = await import('../modules/bundles/index.ts')
    const compared = await inOrganization(call.config, slug, (platform, context) => compareAs(platform, context, bundle))
    return printComparison(call, compared)
  },
}

export const bundleApply: Command = {
  name: 'bundle apply',
  usage: '<slug> <file>',
  summary: 'Applies a bundle to an organization, in the name of its owner. What the bundle does not name stays.',
  operands: 2,
  run: async (call) => {
    const [slug = '', file = ''] = call.operands
    const bundle = readBundle(file)
    const { applyAs } = await import('../modules/bundles/index.ts')
    const applied = await inOrganization(call.config, slug, (platform, context) => applyAs(platform, context, bundle))
    return printComparison(call, applied)
  },
}
