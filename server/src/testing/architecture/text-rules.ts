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
const timedAssertion = /\bexpect\(\s*(?:performance|Date)\.now\(\)[^;]*?\)\s*\.toBeLessThan/g

export function checkTimedAssertions(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.(test|e2e)\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(timedAssertion)].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length} asserts a time limit`),
    )
}

export function checkText(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...file.anys.map((line) => `${file.path}:${line} says any`),
    ...file.text
      .split('\n')
      .flatMap((line, index) => (unfinished.test(line) ? [`${file.path}:${index + 1} leaves work without an issue's number`] : [])),
  ])
}
