import { z } from 'zod'
import { Json, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { loadTemplates } from '../../../platform/text/liquid.ts'
import { stepTypes } from '../steps/index.ts'
import { defineStep } from '../steps/step-type.ts'
import type { StepResult } from '../steps/step-type.ts'
import { advance } from './advance.ts'
import { begin, noChanges, outcomeOf } from './machine.ts'
import type { Call, Machine, RunFacts, StartOptions } from './machine.ts'
import { compileProgram } from './program.ts'
import type { Program } from './program.ts'
import { settle } from './settle.ts'

const about = { label: '', description: '', category: 'data', icon: 'code', portsFrom: null, form: [] } as const
const config = z.strictObject({ value: Json.default(null), whenUnknown: z.enum(['repeat', 'hold']).default('hold') })

/** Steps of which a test says what they come to: `act` touches the world, `pause` waits for a signal. */
export const testTypes = new Map([
  ...stepTypes,
  [
    'act',
    defineStep({
      kind: 'effect',
      config,
      about: { ...about, type: 'act', ports: [{ port: 'next', label: '' }], sample: { sample: true } },
      whenUnknown: (value) => value.whenUnknown,
      run: async (_platform, { value }) => ({ kind: 'done', output: value }),
    }),
  ],
  [
    'pause',
    defineStep({
      kind: 'pure',
      config: z.strictObject({ key: z.string(), seconds: z.number().nullable().default(null) }),
      about: {
        ...about,
        type: 'pause',
        ports: [
          { port: 'next', label: '' },
          { port: 'timeout', label: '' },
        ],
        sample: { paused: true },
      },
      run: ({ key, seconds }, { now }): StepResult => ({
        kind: 'wait',
        wait: { kind: 'event', key, until: seconds === null ? null : new Date(now.getTime() + seconds * 1_000) },
      }),
    }),
  ],
])

export const testFacts: RunFacts = {
  orgId: 'o',
  runId: 'r',
  workflowId: 'w',
  workflowName: 'Flow',
  organizationName: 'Org',
  isTest: false,
  startedBy: 'Ann',
  startedByUser: null,
  depth: 0,
}

type StepInput = { id: string; type: string; config?: unknown; onError?: string; retry?: object }

/** Steps with their edges as `from:port>to`; the trigger `start` comes by itself. */
export async function testProgram(steps: StepInput[], edges: string, settings: object = {}): Promise<Program> {
  return compileProgram(testTypes, await loadTemplates(), testDefinition(steps, edges, settings))
}

export function testDefinition(steps: StepInput[], edges: string, settings: object = {}): WorkflowDefinition {
  return WorkflowDefinition.parse({
    steps: [{ id: 'start', type: 'trigger_manual' }, ...steps].map((step) => ({ name: step.id, ...step })),
    edges: edges
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((edge) => {
        const [, from, port = 'next', to] = /^(\w+)(?::([\w-]+))?>(\w+)$/.exec(edge) ?? []
        return { from, port, to }
      }),
    settings,
  })
}

export const beginTest = (program: Program, options: Partial<StartOptions> = {}): Machine =>
  begin(program, testFacts, { trigger: {}, now: 1_000_000, deadline: Number.MAX_SAFE_INTEGER, ...options })

/** Does what is handed out, as `act` says, until nothing is left to do now. Answers the steps done, in order. */
export function drive(machine: Machine, act: (call: Call) => StepResult = (call) => ({ kind: 'done', output: valueOf(call) })): string[] {
  const done: string[] = []
  advance(machine)
  for (let call = machine.changes.calls.shift(); call; call = machine.changes.calls.shift()) {
    done.push(call.step.id)
    settle(machine, call.token, act(call), call.config)
    advance(machine)
  }
  return done
}

export const valueOf = (call: Call): Json => (call.config as { value: Json }).value

/** The run as a crash leaves it: what was committed, and nothing else. */
export function commitTest(machine: Machine): Machine['changes'] {
  const { changes } = machine
  machine.changes = noChanges()
  return changes
}

export const statusOf = (machine: Machine): string => outcomeOf(machine)?.status ?? 'open'
