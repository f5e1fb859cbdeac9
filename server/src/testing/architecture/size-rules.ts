import type { SourceFile } from './source-file.ts'

const fileLinesMax = 400
const folderFilesMax = 30
// The router decides the names and places of its files; dictionaries are one file a language and area.
const freeFolder = /(^web\/src\/routes$|\/words$)/
// A component is mostly markup, and a test may be a whole journey.
const functionLinesMax = (path: string, isTest: boolean) => (isTest || path.endsWith('.tsx') ? 120 : 80)

export function checkSizes(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...(file.lines > fileLinesMax ? [`${file.path} has ${file.lines} lines, more than ${fileLinesMax}`] : []),
    ...file.functions
      .filter((each) => each.lines > functionLinesMax(file.path, each.isTest))
      .map(
        (each) => `${file.path}:${each.line} ${each.name} has ${each.lines} lines, more than ${functionLinesMax(file.path, each.isTest)}`,
      ),
  ])
}

/** Source files without tests, styles and generated ones. */
export function checkFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    if (!/\.tsx?$/.test(path) || /\.(test|gen)\.tsx?$/.test(path)) continue
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > folderFilesMax && !freeFolder.test(folder))
    .map(([folder, count]) => `${folder} holds ${count} source files, more than ${folderFilesMax}: split it by noun`)
}

/** Median, 90th percentile and largest of files and functions; the aims are 60/200 and 10/40 lines. */
export function describeProportions(files: readonly SourceFile[]): string {
  const fileLines = files.map((file) => file.lines)
  const functionLines = files.flatMap((file) => file.functions.map((each) => each.lines))
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file.path)).reduce((sum, file) => sum + file.lines, 0)
  const total = fileLines.reduce((sum, lines) => sum + lines, 0)
  return `${files.length} files, lines ${spread(fileLines)}; ${functionLines.length} functions, lines ${spread(functionLines)}; test lines ${(tests / Math.max(1, total - tests)).toFixed(2)} of source lines`
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return `median ${at(0.5)}, p90 ${at(0.9)}, largest ${at(1)}`
}
