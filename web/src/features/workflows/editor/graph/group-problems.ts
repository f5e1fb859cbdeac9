import type { GraphProblem } from '@imperium/contract/workflows/workflow-definition.ts'

/** Problems by step; under null those of the whole graph. */
export function problemsByStep(problems: readonly GraphProblem[]): Map<string | null, GraphProblem[]> {
  return Map.groupBy(problems, ({ stepId }) => stepId)
}

/** The problem of a field: at its configuration path or below. */
export function problemAt(problems: readonly GraphProblem[], path: string): GraphProblem | undefined {
  const clean = (each: string) => each.replace(/^config\./, '')
  return problems.find((each) => clean(each.path) === path || clean(each.path).startsWith(`${path}.`))
}
