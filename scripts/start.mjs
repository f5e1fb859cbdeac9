// The first half of npm start (see start.sh): installs and builds if needed, and prints which Node 24 the server runs on, and with which
// flags. Plain JavaScript for Node 20, without dependencies.
import fs from 'node:fs'
import { ensureWebBuild } from './build-web.mjs'
import { ensureDependencies } from './ensure-dependencies.mjs'
import { heapFlags, memoryMb } from './heap-flags.mjs'
import { LaunchError, runMain } from './launch-error.mjs'
import { inRoot, runNode } from './run-node.mjs'

await runMain(async () => {
  const args = process.argv.slice(2)
  const response = process.env.IMPERIUM_RUNTIME_FILE
  if (response === undefined) throw new LaunchError('Start with: npm start')
  if (Number.parseInt(process.versions.node, 10) < 20)
    throw new LaunchError(`Node 20 or newer is needed to start; this is Node ${process.versions.node}.`)
  const runtime = await ensureDependencies({ development: false })
  if (args.includes('--help') || args.includes('-h')) {
    process.exitCode = await runNode(runtime, [inRoot('scripts', 'print-help.ts')])
    return
  }
  await ensureWebBuild(runtime)
  fs.writeFileSync(response, `${runtime}\n${heapFlags(memoryMb()).join(' ')}\n`)
})
