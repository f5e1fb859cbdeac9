import type { SourceFile } from './source-file.ts'

const forbiddenName = /(^|\/)(utils?|helpers?|common|misc)(\/|\.\w+$)/
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.(ts|tsx|mjs|css)$/
// The router's file names are its addresses: `__root.tsx`, `org.$orgSlug.agents.tsx`.
const routerNames = /^web\/src\/(routes\/|routeTree\.gen\.ts$)/
// A comment with a marker of unfinished work and no number of an issue behind it.
const unfinished = /(?:\/\/|\/\*|^\s*\*).*\b(?:TODO|FIXME|HACK)\b(?!\s*\(?#\d+)/

export function checkNames(paths: readonly string[]): string[] {
  return paths.flatMap((path) => [
    ...(forbiddenName.test(path) ? [`${path} says nothing: name the file for what it does`] : []),
    ...(!routerNames.test(path) && !kebab.test(path.split('/').at(-1) ?? '') ? [`${path} is not kebab-case`] : []),
  ])
}

// A crowded machine is slow: a test says what happened, in which order and how often, and the runner's own limit ends it.
const now = String.raw`\b(?:performance|Date)\.now\(\)`
const timedAssertions = [`expect\\(.*${now} - .*\\.toBeLessThan`, `expect\\(.* - ${now}.*\\.toBeGreaterThan`, `expect\\(.*${now}.*\\) <=? `]
/** A constant that holds time passed, or time left, and the assertion that a slow machine breaks. */
const timedConstants = [
  { declared: `const (\\w+) = .*${now} - `, breaks: 'toBeLessThan' },
  { declared: `const (\\w+) = .* - ${now}`, breaks: 'toBeGreaterThan' },
]
const timedLine = new RegExp(timedAssertions.join('|'))

function timedLines(text: string): number[] {
  const asserted = timedConstants.flatMap(({ declared, breaks }) =>
    [...text.matchAll(new RegExp(declared, 'g'))].map(([, name]) => `expect(${name}).${breaks}`),
  )
  return text
    .split('\n')
    .flatMap((line, index) => (timedLine.test(line) || asserted.some((each) => line.includes(each)) ? [index + 1] : []))
}

export function checkTimedAssertions(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.(test|e2e)\.tsx?$/.test(path))
    .flatMap(({ path, text }) => timedLines(text).map((line) => `${path}:${line} asserts a time limit`))
}

export function checkText(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...file.anys.map((line) => `${file.path}:${line} says any`),
    ...file.text
      .split('\n')
      .flatMap((line, index) => (unfinished.test(line) ? [`${file.path}:${index + 1} leaves work without an issue's number`] : [])),
  ])
}
