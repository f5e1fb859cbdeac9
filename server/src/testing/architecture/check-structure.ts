import { checkCircles } from './circle-rules.ts'
import { checkCycles, checkImports } from './import-rules.ts'
import { checkFolders, checkSizes } from './size-rules.ts'
import { checkNamedZones, checkSqlPlaces } from './sql-rules.ts'
import { parseSource } from './source-file.ts'
import type { SourceFile } from './source-file.ts'
import { checkOwners, checkReaders, checkReads, checkTables } from './table-rules.ts'
import { checkStyles } from './style-rules.ts'
import { checkModelCalls } from './model-call-rules.ts'
import { checkNames, checkText, checkTimedAssertions } from './text-rules.ts'

/** Source files of a repository: path from the root -> text. */
export type SourceTree = ReadonlyMap<string, string>

const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path) && !/\.(gen|d)\.ts$/.test(path)

const parsed = new WeakMap<SourceTree, readonly SourceFile[]>()
/** Parses each repository once: it takes seconds. */
export function parseSourceTree(sourceTree: SourceTree): readonly SourceFile[] {
  const files = parsed.get(sourceTree) ?? [...sourceTree].filter(([path]) => isCode(path)).map(([path, text]) => parseSource(path, text))
  parsed.set(sourceTree, files)
  return files
}

export const rules = {
  'imports only point the allowed way': (files: readonly SourceFile[]) => checkImports(files),
  'modules and features form no cycle': (files: readonly SourceFile[]) => checkCycles(files),
  'files form no circle': (files: readonly SourceFile[]) => checkCircles(files),
  'files and functions stay small': (files: readonly SourceFile[]) => checkSizes(files),
  'folders hold at most 30 source files': (_files: readonly SourceFile[], _known: ReadonlySet<string>, sourceTree: SourceTree) =>
    checkFolders([...sourceTree.keys()]),
  'no any, no work left without an issue': (files: readonly SourceFile[]) => checkText(files),
  'models are called through the guard alone': (files: readonly SourceFile[]) => checkModelCalls(files),
  'tests assert no time limit': (files: readonly SourceFile[]) => checkTimedAssertions(files),
  'names are kebab-case and say something': (_files: readonly SourceFile[], _known: ReadonlySet<string>, sourceTree: SourceTree) =>
    checkNames([...sourceTree.keys()]),
  'style sheets repeat few rules': (_files: readonly SourceFile[], _known: ReadonlySet<string>, sourceTree: SourceTree) =>
    checkStyles(sourceTree),
  'SQL names only tables of its own module': (files: readonly SourceFile[], known: ReadonlySet<string>) => checkTables(files, known),
  'tables that modules offer are named by them alone': (files: readonly SourceFile[], known: ReadonlySet<string>) =>
    checkReaders(files, known),
  'tables that a module reads belong to modules that it imports': (files: readonly SourceFile[]) => checkReads(files),
  'SQL stands in stores, and in verbs only a little': (files: readonly SourceFile[]) => checkSqlPlaces(files),
  'SQL computes in no time zone but UTC': (files: readonly SourceFile[]) => checkNamedZones(files),
  'every table has one owner': (files: readonly SourceFile[], known: ReadonlySet<string>) => checkOwners(files, known),
} as const
export type RuleName = keyof typeof rules

/** Breaches of one rule, one line each. */
export const breaches = (rule: RuleName, sourceTree: SourceTree, known: ReadonlySet<string>): string[] =>
  rules[rule](parseSourceTree(sourceTree), known, sourceTree)
