import { isTest, folderOf } from './import-rules.ts'
import type { SourceFile } from './source-file.ts'

/** Tables of the platform; every module may name them, none owns them. */
const platformTables = [
  'audit_log',
  'audit_heads',
  'audit_anchors',
  'outbox',
  'rested_jobs',
  'effects',
  'idempotency_keys',
  'installation_keys',
  'installation_lead',
  'sandbox_mail',
  'sandbox_messages',
  'send_buckets',
  'ledger_entries',
  'ledger_postings',
  'files',
  'file_pieces',
  'auth.rate_hits',
]
const isPlatformTable = (table: string) => platformTables.includes(table) || /^(usage|latency)(_|$)/.test(table)

/** The only places where the platform may name sign-in tables; it knows no other module. */
const platformMayName: Record<string, RegExp> = {
  'server/src/platform/auth/auth-context.ts': /^auth\./,
  'server/src/platform/auth/key-context.ts': /^(api_keys|auth\..+)$/,
  'server/src/platform/auth/grants.ts': /^(assignments|permission_sets)$/,
  'server/src/platform/auth/key-usage.ts': /^api_keys$/,
  'server/src/platform/jobs/maintenance.ts': /^auth\.(sessions|login_events|one_time_tokens|challenges)$/,
  'server/src/platform/rest/at-rest.ts': /^auth\.organizations$/,
  'server/src/platform/rest/rested-jobs.ts': /^auth\.organizations$/,
  'server/src/platform/metering/metering.ts': /^auth\.organizations$/,
}

const plain = (name: string) => name.replace(/^app\./, '')

/**
 * SQL names only tables of its own module and those listed under `reads`. `known`: existing tables and views (schema `app` without its
 * name); other names after FROM are columns, aliases and CTEs.
 */
export function checkTables(files: readonly SourceFile[], known: ReadonlySet<string>): string[] {
  const owners = ownersOf(files)
  const reads = readsOf(files)
  const breaches = files.flatMap((file) => {
    const folder = folderOf(file.path)
    if (isTest(file.path) || !/^server:(modules\/|platform$)/.test(folder)) return []
    return file.tables
      .filter(({ name, isWrite }) => known.has(plain(name)) && !(!isWrite && reads.get(folder)?.has(plain(name))))
      .filter(({ name }) => !mayName(file.path, folder, plain(name), owners))
      .map(({ name, line }) => `${file.path}:${line} names ${name}, which belongs to ${owners.get(plain(name))?.join(', ') ?? 'nobody'}`)
  })
  return [...new Set(breaches)]
}

function mayName(path: string, folder: string, table: string, owners: Map<string, string[]>): boolean {
  if (owners.get(table)?.includes(folder) || isPlatformTable(table)) return true
  return folder === 'server:platform' && Boolean(platformMayName[path]?.test(table))
}

const isManifest = (file: SourceFile) => /^server\/src\/modules\/[^/]+\/index\.ts$/.test(file.path)

const readsOf = (files: readonly SourceFile[]): Map<string, Set<string>> =>
  new Map(files.filter(isManifest).map((file) => [folderOf(file.path), new Set(file.readTables)]))

/** A manifest reads only tables of modules that it imports, and lists no unneeded ones. */
export function checkReads(files: readonly SourceFile[]): string[] {
  const owners = ownersOf(files)
  return files.filter(isManifest).flatMap((file) => {
    const folder = folderOf(file.path)
    const ofFolder = files.filter((each) => folderOf(each.path) === folder && !isTest(each.path))
    const imported = new Set(ofFolder.flatMap(({ imports }) => imports.map((name) => /(?:^|\/)([\w-]+)\/index\.ts$/.exec(name)?.[1])))
    const named = new Set(ofFolder.flatMap(({ tables }) => tables.map(({ name }) => plain(name))))
    return file.readTables.flatMap((table) => {
      const owner = owners.get(table)?.[0]
      if (!owner || owner === folder) return [`${file.path} reads ${table}, which is no other module's`]
      if (!imported.has(owner.split('/')[1])) return [`${file.path} reads ${table} of ${owner}, which the module does not import`]
      return named.has(table) ? [] : [`${file.path} lists ${table} under reads, and no SQL of the module names it`]
    })
  })
}

/** Readers of what modules offer (`offerQueryTable`): none names another module's table, neither as a text nor as a word of a question. */
const readers = /^server\/src\/(platform\/llm\/(query-tables|sandbox\/(build-query|choose-action))|modules\/runs\/tools\/[\w-]+)\.ts$/

export function checkReaders(files: readonly SourceFile[], known: ReadonlySet<string>): string[] {
  const owners = ownersOf(files)
  const foreign = (path: string) =>
    [...known].filter((table) => owners.get(table)?.some((owner) => owner.startsWith('server:modules/') && owner !== folderOf(path)))
  return files
    .filter(({ path }) => readers.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      foreign(path)
        .filter((table) => new RegExp(`(['"\`])${table}\\1|\\\\b${table.replace(/s$/, '')}`).test(text))
        .map((table) => `${path} names ${table}, which ${owners.get(table)?.join()} offers`),
    )
}

function ownersOf(files: readonly SourceFile[]): Map<string, string[]> {
  const owners = new Map<string, string[]>(platformTables.map((table) => [table, ['server:platform']]))
  for (const file of files)
    if (/^server\/src\/modules\/[^/]+\/index\.ts$/.test(file.path))
      for (const table of file.ownedTables ?? []) owners.set(plain(table), [...(owners.get(plain(table)) ?? []), folderOf(file.path)])
  return owners
}

/** Every table has exactly one owner, and every manifest lists its tables and names only existing ones. */
export function checkOwners(files: readonly SourceFile[], known: ReadonlySet<string>): string[] {
  const owners = ownersOf(files)
  const silent = files.filter((file) => /^server\/src\/modules\/[^/]+\/index\.ts$/.test(file.path) && !file.ownedTables)
  return [
    ...silent.map((file) => `${file.path} does not say which tables the module owns`),
    ...[...known].filter((table) => !owners.has(table) && !isPlatformTable(table)).map((table) => `table ${table} belongs to no module`),
    ...[...owners]
      .filter(([, folders]) => folders.length > 1)
      .map(([table, folders]) => `table ${table} belongs to ${folders.join(' and ')}`),
    ...[...owners].filter(([table]) => !known.has(table)).map(([table, folders]) => `table ${table} of ${folders.join()} does not exist`),
  ]
}
