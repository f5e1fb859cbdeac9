import type { GraphProblem, WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { loadTemplates } from '../../../platform/text/liquid.ts'
import type { Platform } from '../../../platform/platform.ts'
import { validateDefinition } from '../core/validate.ts'
import { stepTypes } from '../steps/index.ts'
import { missingReferences } from './references.ts'

const mostShown = 500

/**
 * All problems that prevent publishing: in the graph, in the configurations, and in the things of the organization that these reference.
 */
export async function findProblems(platform: Platform, tx: OrgTx, definition: WorkflowDefinition): Promise<GraphProblem[]> {
  const missing = missingReferences(definition)
  // Leaves out "Choose an agent" for a field that already reports which agent is missing.
  const isCovered = (problem: GraphProblem) =>
    missing.some((each) => each.stepId === problem.stepId && (problem.path === each.path || problem.path.startsWith(`${each.path}.`)))
  const inGraph = validateDefinition(stepTypes, await loadTemplates(), definition).filter((problem) => !isCovered(problem))
  const wrong = new Set([...missing, ...inGraph].map((problem) => problem.stepId))
  const checked: GraphProblem[] = []
  for (const step of definition.steps) if (!wrong.has(step.id)) checked.push(...(await checkStep(platform, tx, step)))
  return [...missing, ...inGraph, ...checked].slice(0, mostShown)
}

/** Problems of a valid configuration that only the database can show. */
async function checkStep(platform: Platform, tx: OrgTx, step: WorkflowStep): Promise<GraphProblem[]> {
  const type = stepTypes.get(step.type)
  if (!type?.check) return []
  const config = type.config.safeParse(step.config)
  if (!config.success) return []
  const found = await type.check(platform, tx, config.data)
  return found.map(({ path, ...text }) => ({ stepId: step.id, path: `config.${path}`, ...text }))
}
