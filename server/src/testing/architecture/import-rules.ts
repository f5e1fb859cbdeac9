import { dirname, join } from 'node:path/posix'
import type { SourceFile } from './source-file.ts'

/** One import, with its source and target modules. */
interface Edge {
  file: string
  target: string
  from: string
  to: string
}

/** Module of a file: `contract`, `server:platform`, `server:modules/agents`, `web:features/agents`, `web:ui`, `server:root`, ... */
export function folderOf(path: string): string {
  const [side = '', , area = '', name = ''] = path.split('/')
  if (side === 'packages') return `packages:${path.split('/')[1]}`
  if (!['contract', 'server', 'web'].includes(side)) return side
  if (side === 'contract') return 'contract'
  if (area === 'modules' || area === 'features') return `${side}:${area}/${name}`
  return /\.\w+$/.test(area) ? `${side}:root` : `${side}:${area}`
}

/** Tests, code used only by them (`testing/`, also of a module, and `test-*.ts` beside them), and other programs that use the product from outside. */
export const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) ||
  /^(server\/src\/(modules\/[\w-]+\/)?testing|web\/src\/testing|e2e|bench)\//.test(path) ||
  /\/test-[^/]+\.tsx?$/.test(path)

/** Files that depend on test code, whatever their name. */
const importsTests = (file: SourceFile) => file.imports.some((name) => name === 'vitest' || /(^|\/)testing\//.test(name))

/** Import table. Unlisted code (app.ts, main.ts, routes/, shell/, tests) may import any index.ts. */
const mayImport: Record<string, readonly string[]> = {
  contract: [],
  // It is published, without any other package of this repository.
  'packages:client': [],
  'server:platform': ['contract'],
  'server:modules': ['contract', 'server:platform'],
  // The dictionaries are files of JSON, which one place of lib loads.
  'web:lib': ['contract', 'packages:client', 'web:words'],
  'web:theme': ['contract', 'web:lib'],
  'web:ui': ['contract', 'web:lib', 'web:theme'],
  'web:features': ['contract', 'web:lib', 'web:theme', 'web:ui'],
}

const areaOf = (folder: string) => folder.split('/')[0] ?? folder
const isUnit = (folder: string) => folder.includes('/')

/** Kits that every module stands on: of the contract they know its kit alone. */
const kits = /^(web\/src\/ui|server\/src\/platform\/signed-http)\//

function allowed({ file, target, from, to }: Edge): boolean {
  if (kits.test(file) && !isTest(file) && to === 'contract' && !target.startsWith('contract/src/kit/')) return false
  if (to === 'server:testing' && !isTest(file)) return false
  if (from === to) return true
  if (sideOf(from) !== sideOf(to) && !['contract', 'packages:client'].includes(to) && !['scripts', 'bench', 'e2e'].includes(from))
    return false
  // A module or feature is imported only through its index.ts.
  if (isUnit(to) && !/^index\.tsx?$/.test(target.split('/').slice(4).join('/'))) return false
  const rule = isTest(file) ? undefined : mayImport[areaOf(from)]
  if (!rule) return true
  return rule.includes(areaOf(to)) || (isUnit(from) && isUnit(to) && areaOf(from) === areaOf(to))
}

const sideOf = (folder: string) => folder.split(':')[0] ?? folder

function edgesOf(files: readonly SourceFile[]): Edge[] {
  return files.flatMap((file) =>
    file.imports.flatMap((name) => {
      const target = targetOf(file.path, name)
      return target ? [{ file: file.path, target, from: folderOf(file.path), to: folderOf(target) }] : []
    }),
  )
}

/** The file that an import names, as a path from the root; null for a package. */
export function targetOf(file: string, name: string): string | null {
  if (name.startsWith('.')) return join(dirname(file), name)
  if (name.startsWith('@imperium/contract/')) return `contract/src/${name.slice('@imperium/contract/'.length)}`
  return null
}

export function checkImports(files: readonly SourceFile[]): string[] {
  const testCode = new Set(files.filter(importsTests).map((file) => file.path))
  const wrong = edgesOf(files).filter((edge) => !allowed(edge) || (testCode.has(edge.target) && !isTest(edge.file)))
  return [
    ...wrong.map((edge) => `${edge.file} must not import ${edge.target}`),
    ...checkContractPackages(files),
    ...checkEntryPoints(files),
  ]
}

function checkContractPackages(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => folderOf(file.path) === 'contract' && !isTest(file.path))
    .flatMap((file) =>
      file.imports.filter((name) => !name.startsWith('.') && name !== 'zod').map((name) => `${file.path} must not import ${name}`),
    )
}

/** Every module and feature has its index.ts. */
function checkEntryPoints(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map((file) => file.path))
  const units = new Set(files.flatMap((file) => (isUnit(folderOf(file.path)) ? [file.path.split('/').slice(0, 4).join('/')] : [])))
  return [...units]
    .filter((unit) => !paths.has(`${unit}/index.ts`) && !paths.has(`${unit}/index.tsx`))
    .map((unit) => `${unit} has no index.ts`)
}

/** Modules and features that use each other in a circle. */
export function checkCycles(files: readonly SourceFile[]): string[] {
  const uses = new Map<string, Set<string>>()
  for (const { file, from, to } of edgesOf(files))
    if (from !== to && isUnit(from) && isUnit(to) && !isTest(file)) uses.set(from, (uses.get(from) ?? new Set()).add(to))
  const found = new Set<string>()
  const done = new Set<string>()
  const visit = (unit: string, trail: string[]): void => {
    const seen = trail.indexOf(unit)
    if (seen >= 0) return void found.add(`cycle: ${[...trail.slice(seen), unit].join(' -> ')}`)
    if (done.has(unit)) return
    for (const next of uses.get(unit) ?? []) visit(next, [...trail, unit])
    done.add(unit)
  }
  for (const unit of uses.keys()) visit(unit, [])
  return [...found]
}
