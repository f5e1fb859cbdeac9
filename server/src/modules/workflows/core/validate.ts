import type { GraphProblem, WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import { wordedIssue } from '@imperium/contract/kit/issue-texts.ts'
import { englishOf, message, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { asOneTemplate } from '../../../platform/text/liquid.ts'
import type { Templates } from '../../../platform/text/liquid.ts'
import type { StepDefinition } from '../steps/step-type.ts'
import { portsOf, readShape } from './graph-shape.ts'
import type { Around, GraphShape } from './graph-shape.ts'
import { compileConfig } from './resolve-config.ts'

const roots = new Set(['trigger', 'steps', 'vars', 'loop', 'run', 'workflow', 'organization', 'now'])

/** All problems that prevent publishing a definition and can be found without the database, each with its step. */
export function validateDefinition(
  types: ReadonlyMap<string, StepDefinition>,
  templates: Templates,
  definition: WorkflowDefinition,
): GraphProblem[] {
  const problems = checkParts(types, definition)
  const triggers = definition.steps.filter((step) => types.get(step.type)?.about.isTrigger)
  const [trigger] = triggers
  if (!trigger) problems.push({ stepId: null, path: '', message: 'The workflow needs a trigger' })
  for (const extra of triggers.slice(1)) problems.push({ stepId: extra.id, path: '', message: 'A workflow has one trigger only' })
  const shape = trigger ? readShape(types, definition, trigger.id) : null
  if (shape) {
    problems.push(...shape.problems)
    for (const step of definition.steps)
      if (!shape.around.has(step.id) && !triggers.includes(step))
        problems.push({ stepId: step.id, path: '', message: 'No path from the trigger leads here' })
  }
  // The whole definition is compiled at once, wherever it runs.
  const asOne = asOneTemplate(templates)
  for (const step of definition.steps) problems.push(...checkConfig(types, asOne, step, shape))
  return problems
}

function checkParts(types: ReadonlyMap<string, StepDefinition>, { steps, edges }: WorkflowDefinition): GraphProblem[] {
  const problems: GraphProblem[] = []
  const byId = new Map<string, WorkflowStep>()
  for (const step of steps) {
    if (byId.has(step.id)) problems.push({ stepId: step.id, path: 'id', ...message('Two steps are called {step}', { step: step.id }) })
    byId.set(step.id, step)
    if (!types.has(step.type))
      problems.push({ stepId: step.id, path: 'type', ...message('There is no step of type {type}', { type: step.type }) })
  }
  const used = new Set<string>()
  // Read once for each step: one may have thousands of rows, and hundreds of edges.
  const ports = new Map<WorkflowStep, ReadonlySet<string>>()
  const portsAt = (definition: StepDefinition, step: WorkflowStep) => {
    const known = ports.get(step) ?? new Set(portsOf(definition, step))
    ports.set(step, known)
    return known
  }
  for (const { from, port, to } of edges) {
    const step = byId.get(from)
    const target = byId.get(to)
    if (!step || !target) {
      problems.push({
        stepId: step ? from : null,
        path: '',
        ...message('An edge connects {from} to {to}, but one of them does not exist', { from, to }),
      })
      continue
    }
    const definition = types.get(step.type)
    if (definition && !portsAt(definition, step).has(port))
      problems.push({ stepId: from, path: '', ...message('This step has no output called "{port}"', { port }) })
    if (used.has(`${from} ${port}`))
      problems.push({ stepId: from, path: '', ...message('The output "{port}" is connected to two steps', { port }) })
    used.add(`${from} ${port}`)
    if (types.get(target.type)?.about.isTrigger) problems.push({ stepId: to, path: '', message: 'A trigger cannot have inputs' })
  }
  return problems
}

function checkConfig(
  types: ReadonlyMap<string, StepDefinition>,
  templates: Templates,
  step: WorkflowStep,
  shape: GraphShape | null,
): GraphProblem[] {
  const definition = types.get(step.type)
  if (!definition) return []
  const stepId = step.id
  const parsed = definition.config.safeParse(step.config)
  const issues = parsed.success
    ? []
    : parsed.error.issues.map((issue) => ({ stepId, path: ['config', ...issue.path].join('.'), ...wordedIssue(issue) }))
  const { problems, reads } = compileConfig(templates, step.config, definition.verbatim)
  const unread = problems.map((problem) => ({ stepId, path: `config.${problem.path}`, message: problem.message }))
  if (!shape?.around.has(stepId)) return [...issues, ...unread]
  const found = new Set<string>()
  const unknown = reads.flatMap(({ path, reference }) => {
    const text = checkReference(shape, step, reference)
    if (text === null || found.has(`${path} ${englishOf(text)}`)) return []
    found.add(`${path} ${englishOf(text)}`)
    return [{ stepId, path: `config.${path}`, ...worded(text) }]
  })
  return [...issues, ...unread, ...unknown]
}

/** The reason why a step cannot read a reference; null when it can. */
function checkReference(shape: GraphShape, step: WorkflowStep, [root = '', id]: readonly string[]): Text | null {
  if (!roots.has(root))
    return message('There is nothing called {name}; templates read {roots}', { name: root, roots: [...roots].join(', ') })
  const around = shape.around.get(step.id) ?? []
  if (root === 'loop' && !around.some((each) => each.branch === null)) return 'Only steps inside of a loop read loop.item and loop.index'
  if (root !== 'steps' || id === undefined) return null
  if (!shape.steps.has(id)) return message('There is no step {step}', { step: id })
  if (!isVisible(shape.around.get(id) ?? [], around))
    return message('The output of the step {step} is only available inside its loop', { step: id })
  if (!shape.before.get(step.id)?.has(id)) return message('The step {step} does not come before this one', { step: id })
  if (around.some((each) => each.step === id)) return message('The step {step} has no output before it is done', { step: id })
  return null
}

/** Outputs inside of a loop stay there; those of branches are seen after the join. */
function isVisible(of: readonly Around[], from: readonly Around[]): boolean {
  const loops = (around: readonly Around[]) => around.filter((each) => each.branch === null).map((each) => each.step)
  const inside = loops(from)
  return loops(of).every((loop, index) => inside[index] === loop)
}
