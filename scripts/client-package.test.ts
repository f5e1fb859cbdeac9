import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeClient } from './client-types.ts'

const root = resolve(import.meta.dirname, '..')
const client = join(root, 'packages/client')
const folder = mkdtempSync(join(tmpdir(), 'imperium-client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
const compiler = join(root, 'node_modules/typescript/bin/tsc')

test('the types of packages/client are up to date (node scripts/openapi.ts --write)', () => {
  expect(readFileSync(join(client, 'src/api.gen.ts'), 'utf8') === describeClient()).toBe(true)
})

const consumer = `import { createClient, ImperiumError, verifyWebhook } from '@imperium/client'
import type { Contact } from '@imperium/client'
const imperium = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'imp_org_x', maxRetries: 0 })
export async function names(): Promise<string[]> {
  const found: string[] = []
  for await (const contact of imperium.each('contacts.list', { query: { limit: 2 } })) found.push((contact satisfies Contact).name)
  return found
}
export const hook = async (body: string, headers: Headers) => {
  const event = await verifyWebhook({ body, headers, secret: 'whsec_' })
  return event.event === 'contact.created' ? event.data.contactId : event.id
}
// @ts-expect-error a contact needs fields of its kind
export const wrong = () => imperium.call('contacts.create', { body: { email: 7 } })
// @ts-expect-error there is no such operation
export const none = () => imperium.call('contacts.forget')
const error = await names().catch((error: unknown) => error)
if (!(error instanceof ImperiumError) || error.kind !== 'network') throw error
`

/** Installs the packed client into a folder without any other package of this repository. */
function install(): string[] {
  cpSync(client, join(folder, 'client'), { recursive: true, filter: (source) => !source.endsWith('dist') })
  const base = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8')) as object
  writeFileSync(join(folder, 'tsconfig.base.json'), JSON.stringify(base))
  const config = join(folder, 'client/tsconfig.build.json')
  writeFileSync(config, readFileSync(config, 'utf8').replace('../../tsconfig', '../tsconfig'))
  node(compiler, '-p', config)
  const packed = execFileSync('npm', ['pack', './client', '--json'], { cwd: folder, encoding: 'utf8' })
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
  mkdirSync(join(folder, 'node_modules/@imperium'), { recursive: true })
  execFileSync('tar', ['-xzf', filename], { cwd: folder })
  cpSync(join(folder, 'package'), join(folder, 'node_modules/@imperium/client'), { recursive: true })
  return files.map(({ path }) => path)
}

test('the packed client works without any other package of this repository', () => {
  const files = install()
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']))
  expect(files.filter((file) => !/^(dist\/|LICENSE$|README\.md$|package\.json$)/.test(file))).toEqual([])
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'consumer.ts'), consumer)
  const options = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.asynciterable'],
    strict: true,
    types: [],
    skipLibCheck: false,
    noEmit: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['consumer.ts'] }))
  expect(node(compiler, '-p', '.')).toBe('')
  expect(node('consumer.ts')).toBe('')
})
