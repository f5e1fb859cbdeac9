import type { StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import { query } from '../../../lib/api.ts'
import type { StepTypes } from './graph/ports.ts'

/** They change with the version of Imperium only. */
export const stepTypesQuery = { ...query(workflows.stepTypes), staleTime: Number.POSITIVE_INFINITY, meta: { silent: true } }

export const toTypes = (list: readonly StepType[]): StepTypes => new Map(list.map((type) => [type.type, type]))
