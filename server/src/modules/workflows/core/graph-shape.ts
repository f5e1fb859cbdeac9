import type { GraphProblem, WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import type { StepDefinition } from '../steps/step-type.ts'

/** One loop or one branch that a step is in. */
export interface Around {
  step: string
  /** Null: the body of a loop. */
  branch: string | null
}

/** What is known of a definition besides its parts. */
export interface GraphShape {
  steps: ReadonlyMap<string, WorkflowStep>
  /** Loops and branches around each reachable step, the outermost first. */
  around: ReadonlyMap<string, readonly Around[]>
  /** Steps from which each step can be reached. */
  before: ReadonlyMap<string, ReadonlySet<string>>
  problems: GraphProblem[]
}

/** Ports that a step has as it is configured. */
export function portsOf(definition: StepDefinition, step: WorkflowStep): string[] {
  const { ports, portsFrom } = definition.about
  const rows = portsFrom ? step.config[portsFrom.path] : []
  const more = Array.isArray(rows)
    ? rows.flatMap((row) => {
        const name = portsFrom && typeof row === 'object' && row !== null && !Array.isArray(row) ? row[portsFrom.key] : undefined
        return typeof name === 'string' ? [name] : []
      })
    : []
  return [...ports.map(({ port }) => port), ...more, ...(step.onError === 'branch' ? ['error'] : [])]
}

const isSame = (a: readonly Around[], b: readonly Around[]): boolean =>
  a.length === b.length && a.every((each, index) => each.step === b[index]?.step && each.branch === b[index]?.branch)

/** Follows the graph from its trigger, and says what does not hold together. */
export function readShape(
  types: ReadonlyMap<string, StepDefinition>,
  { steps: list, edges }: WorkflowDefinition,
  trigger: string,
): GraphShape {
  const steps = new Map(list.map((step) => [step.id, step]))
  const around = new Map<string, readonly Around[]>([[trigger, []]])
  const before = new Map<string, Set<string>>([[trigger, new Set()]])
  const problems: GraphProblem[] = []
  const reported = new Set<string>()
  const say = (stepId: string, message: string) => {
    if (!reported.has(`${stepId} ${message}`)) problems.push({ stepId, path: '', message })
    reported.add(`${stepId} ${message}`)
  }
  const visit = (from: string, port: string, to: string): boolean => {
    const inner = innerOf(types, steps.get(from), port, around.get(from) ?? [])
    const last = inner.at(-1)
    // An edge back to the loop ends the turn.
    if (last?.branch === null && last.step === to) return false
    const isJoin = steps.get(to)?.type === 'join'
    if (isJoin && (last === undefined || last.branch === null)) {
      say(to, 'Connect the Join step to the branches of a parallel step')
      return false
    }
    const place = isJoin ? inner.slice(0, -1) : inner
    const known = around.get(to)
    if (known && !isSame(known, place)) {
      say(to, 'Paths from different loops or branches meet here. Use a Join step for branches, and the output "done" of a loop')
      return false
    }
    around.set(to, place)
    return true
  }
  const ahead = new Map<string, { port: string; to: string }[]>()
  for (const edge of edges) ahead.set(edge.from, [...(ahead.get(edge.from) ?? []), edge])
  const path = new Set<string>()
  const done = new Set<string>()
  const walk = (id: string): void => {
    if (done.has(id)) return
    path.add(id)
    for (const { port, to } of ahead.get(id) ?? []) {
      if (!steps.has(to) || !visit(id, port, to)) continue
      if (path.has(to)) say(to, 'Steps cannot form a circle. Use a Loop step instead')
      else walk(to)
    }
    path.delete(id)
    done.add(id)
  }
  walk(trigger)
  // In the order of the walk's ends, reversed, every step comes after all that lead to it.
  for (const id of [...done].toReversed()) {
    for (const { to } of ahead.get(id) ?? []) {
      if (!around.has(to)) continue
      const known = before.get(to) ?? new Set()
      before.set(to, known.add(id).union(before.get(id) ?? new Set()))
    }
  }
  checkJoins(steps, edges, around, say)
  return { steps, around, before, problems }
}

/** Where a path is that leaves a step by a port. */
function innerOf(
  types: ReadonlyMap<string, StepDefinition>,
  step: WorkflowStep | undefined,
  port: string,
  around: readonly Around[],
): readonly Around[] {
  if (step?.type === 'loop' && port === 'each') return [...around, { step: step.id, branch: null }]
  const definition = types.get(step?.type ?? '')
  if (step?.type === 'parallel' && definition && port !== 'error') return [...around, { step: step.id, branch: port }]
  return around
}

/** The branches of one parallel step meet in one join, and a join serves one parallel step. */
function checkJoins(
  steps: ReadonlyMap<string, WorkflowStep>,
  edges: WorkflowDefinition['edges'],
  around: ReadonlyMap<string, readonly Around[]>,
  say: (stepId: string, message: string) => void,
): void {
  const joinOf = new Map<string, string>()
  const servedBy = new Map<string, string>()
  for (const { from, to } of edges) {
    if (steps.get(to)?.type !== 'join') continue
    const parallel = steps.get(from)?.type === 'parallel' ? from : around.get(from)?.at(-1)?.step
    if (parallel === undefined || steps.get(parallel)?.type !== 'parallel') continue
    if ((joinOf.get(parallel) ?? to) !== to) say(to, 'The branches of a parallel step can only meet in one Join step')
    if ((servedBy.get(to) ?? parallel) !== parallel) say(to, 'A Join step can only bring together the branches of one parallel step')
    joinOf.set(parallel, to)
    servedBy.set(to, parallel)
  }
}
