// Builds the web app even if it is up to date: the production build step of `npm test`.
import { ensureWebBuild } from './build-web.mjs'
import { runMain } from './launch-error.mjs'

await runMain(() => ensureWebBuild(process.execPath, { force: true }))
