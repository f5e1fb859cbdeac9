import fs from 'node:fs'
import path from 'node:path'
import { inRoot } from './run-node.mjs'

const bin = (packageName, file) => inRoot('node_modules', packageName, file)
const has = (...parts) => fs.existsSync(inRoot(...parts))
const OPENAPI = inRoot('node_modules', '.cache', 'imperium', 'openapi.json')

/**
 * The steps of `npm test`, cheapest first. Each is a list of commands for the Node 24 runtime; `when` skips a step if what it checks
 * does not exist; `saveTo` writes a command's output to a file.
 */
export const steps = [
  { id: 'format', title: 'Format (oxfmt)', commands: [{ args: [bin('oxfmt', 'bin/oxfmt'), '--check', '.'] }] },
  {
    id: 'lint',
    title: 'Lint (oxlint, with types)',
    commands: [{ args: [bin('oxlint', 'bin/oxlint'), '--type-aware', '--deny-warnings'] }],
  },
  {
    id: 'types',
    title: 'Types (tsc)',
    commands: ['contract', 'packages/client', 'server', 'web', '.'].map((project) => ({
      args: [bin('typescript', 'bin/tsc'), '--noEmit', '--checkers', '1', '-p', inRoot(project)],
    })),
  },
  { id: 'unused', title: 'Unused code and dependencies (knip)', commands: [{ args: [bin('knip', 'bin/knip.js'), '--no-progress'] }] },
  { id: 'tests', title: 'Architecture, unit, API and tenant tests (vitest)', commands: [{ args: [bin('vitest', 'vitest.mjs'), 'run'] }] },
  {
    id: 'openapi',
    title: 'OpenAPI document (redocly)',
    when: () => has('scripts', 'openapi.ts'),
    commands: [
      { args: [inRoot('scripts', 'openapi.ts')], saveTo: OPENAPI },
      { args: [bin('@redocly/cli', 'bin/cli.js'), 'lint', OPENAPI, '--extends', 'recommended', '--format', 'stylish'] },
    ],
  },
  { id: 'build', title: 'Production build (vite)', commands: [{ args: [inRoot('scripts', 'build-web-now.mjs')] }] },
  { id: 'budgets', title: 'Bundle budgets', when: () => has('bench', 'budgets.ts'), commands: [{ args: [inRoot('bench', 'budgets.ts')] }] },
  {
    id: 'e2e',
    title: 'End to end in Chromium (vitest)',
    when: () => has('e2e', 'vitest.config.ts'),
    needsChromium: true,
    commands: [{ args: [bin('vitest', 'vitest.mjs'), 'run', '--config', path.join('e2e', 'vitest.config.ts')] }],
  },
]

/** Selects by `--only a,b` and `--skip a,b`; returns the steps and the unknown names. */
export function selectSteps(only, skip) {
  const known = new Set(steps.map((step) => step.id))
  const unknown = [...(only ?? []), ...skip].filter((id) => !known.has(id))
  return { unknown, selected: steps.filter((step) => (only?.includes(step.id) ?? true) && !skip.includes(step.id)) }
}
