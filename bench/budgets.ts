// Checks the size of the web app against its budgets: a step of `npm test`, after the build. Exits with 1 if a budget is exceeded.
import { weighPages } from './web-bundles.ts'

const { pages, fonts } = weighPages()
const passed: string[] = []

/** `123.4 / 190`, marked if it exceeds the limit. */
function cell(page: string, what: string, value: number, limit: number | undefined, decimals: number): string {
  if (limit !== undefined && value > limit) passed.push(`${page}: ${value.toFixed(decimals)} ${what}, allowed are ${limit}`)
  const text = limit === undefined ? value.toFixed(decimals) : `${value.toFixed(decimals)} / ${limit}`
  return (limit !== undefined && value > limit ? `${text} !` : text).padStart(14)
}

console.log(`${''.padEnd(28)}${'JS, KB gzip'.padStart(14)}${'CSS, KB gzip'.padStart(14)}${'requests'.padStart(14)}`)
for (const { page, weight, limit } of pages) {
  const cells = [
    cell(page, 'KB of JS', weight.js, limit.js, 1),
    cell(page, 'KB of CSS', weight.css, limit.css, 1),
    cell(page, 'requests', weight.requests, limit.requests, 0),
  ]
  console.log(page.padEnd(28) + cells.join(''))
}
console.log(`${'fonts, KB'.padEnd(28)}${cell('fonts', 'KB', fonts.kb, fonts.limit, 1)}`)
if (passed.length > 0) {
  console.error(`\nBudgets passed:\n${passed.map((line) => `  ${line}`).join('\n')}`)
  process.exitCode = 1
}
