import { targetOf } from './import-rules.ts'
import type { SourceFile } from './source-file.ts'

/** Files that import each other in a circle; imports of types and lazy imports count. */
export function checkCircles(files: readonly SourceFile[]): string[] {
  return circlesOf(importsByFile(files)).map((circle) => `files in a circle: ${circle.toSorted().join(', ')}`)
}

type Imports = ReadonlyMap<string, readonly string[]>

function importsByFile(files: readonly SourceFile[]): Imports {
  const paths = new Set(files.map((file) => file.path))
  return new Map(
    files.map((file) => [
      file.path,
      file.imports.flatMap((name) => {
        const target = targetOf(file.path, name)
        return target && paths.has(target) ? [target] : []
      }),
    ]),
  )
}

/** The strongly connected parts of more than one file, by Tarjan's algorithm. */
function circlesOf(imports: Imports): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (path: string): number => {
    order.set(path, order.size)
    let low = order.size - 1
    stack.push(path)
    for (const next of imports.get(path) ?? [])
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low)
    lowest.set(path, low)
    if (low === order.get(path)) {
      const circle = stack.splice(stack.indexOf(path))
      if (circle.length > 1) circles.push(circle)
    }
    return low
  }
  for (const path of imports.keys()) if (!order.has(path)) visit(path)
  return circles
}
