// npm start: install once, build once, then run the server on our own Node 24. Plain JavaScript for Node 20, without dependencies.
import { ensureWebBuild } from './build-web.mjs'
import { ensureDependencies } from './ensure-dependencies.mjs'
import { LaunchError, runMain } from './launch-error.mjs'
import { inRoot, runNode } from './run-node.mjs'

await runMain(async () => {
  const args = process.argv.slice(2)
  if (Number.parseInt(process.versions.node, 10) < 20)
    throw new LaunchError(`Node 20 or newer is needed to start; this is Node ${process.versions.node}.`)
  const runtime = await ensureDependencies()
  if (args.includes('--help') || args.includes('-h')) {
    process.exitCode = await runNode(runtime, [inRoot('scripts', 'print-help.ts')])
    return
  }
  await ensureWebBuild(runtime)
  process.exitCode = await runNode(runtime, [inRoot('server', 'src', 'main.ts'), ...args])
})
