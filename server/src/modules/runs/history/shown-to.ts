import type { Run, RunEvent, RunStep } from '@imperium/contract/runs.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'

/** Whether the reader may do something, as `OrgContext` answers it. */
export type May = OrgContext['may']

const maySee = (may: May, needs: readonly string[]): boolean => needs.every((permission) => may(permission as Permission))

/** A run as it is shown: its answer may repeat what the agent read. */
export const runFor = <R extends Run>(may: May, run: R): R =>
  maySee(may, run.needs ?? [])
    ? run
    : { ...withoutResult(run), output: null, citations: [], isHidden: true, ...(run.error ? { error: withoutText(run.error) } : {}) }

function withoutResult<R extends Run>({ ...run }: R): R {
  delete run.result
  delete run.images
  return run
}

export const hiddenResult = 'You do not have permission to see this result'

/** The code tells why it failed; the text may repeat what the agent read. */
const withoutText = ({ code }: NonNullable<Run['error']>): NonNullable<Run['error']> => ({ code, message: hiddenResult })

/** A step as it is shown. `needs`: those of the run, for a step without its own. */
export function stepFor(may: May, step: RunStep, needs: readonly string[]): RunStep {
  if (maySee(may, step.needs ?? needs)) return step
  const { errorKey: _key, errorCode: _code, ...shown } = step
  return { ...shown, input: null, output: null, error: null, isHidden: true }
}

/** An event as it is shown; null for text that the reader may not see. `needs`: those of the run so far. */
export function eventFor(may: May, event: RunEvent, needs: readonly string[]): RunEvent | null {
  if (event.type === 'step') return { ...event, step: stepFor(may, event.step, needs) }
  if (event.type === 'text') return maySee(may, needs) ? event : null
  if (event.type === 'done') return { ...event, run: runFor(may, { ...event.run, needs: event.run.needs ?? [...needs] }) }
  return event
}
