// node scripts/run.mjs <file.ts> [arguments]: runs one of our programs on Node 24, with the dependencies in place.
import path from 'node:path'
import { ensureDependencies } from './ensure-dependencies.mjs'
import { LaunchError, runMain } from './launch-error.mjs'
import { inRoot, runNode } from './run-node.mjs'

await runMain(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (file === undefined) throw new LaunchError('Usage: node scripts/run.mjs <file.ts> [arguments]')
  // The operator's commands run where nothing else is installed; benches and generators need the development packages.
  const runtime = await ensureDependencies({ development: !file.startsWith('server/') })
  process.exitCode = await runNode(runtime, [path.resolve(inRoot(), file), ...args])
})
