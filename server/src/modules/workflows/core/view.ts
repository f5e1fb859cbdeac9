import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { open, turnOf } from './machine.ts'
import type { Machine } from './machine.ts'
import { follow } from './read-path.ts'
import type { TemplateView } from './resolve-config.ts'
import type { Token } from './state.ts'

/** The data that a step's templates read: outputs of its own loop turn come before those outside of it. */
export function viewFor(machine: Machine, token: Token): TemplateView {
  const { state, facts } = machine
  const loopOf = (): Json | undefined => {
    const turn = turnOf(machine, token.scope)
    const scope = turn === null ? undefined : state.scopes[turn]
    if (!scope) return undefined
    const items = open(machine, state.scopes[scope.parent ?? 0]?.items)
    return { index: scope.index ?? 0, item: open(machine, scope.item) ?? null, count: Array.isArray(items) ? items.length : 0 }
  }
  const roots: Record<string, () => Json | undefined> = {
    trigger: () => open(machine, state.trigger),
    steps: () => allOutputs(machine, token),
    vars: () => Object.fromEntries(Object.entries(state.vars).map(([name, value]) => [name, open(machine, value) ?? null])),
    loop: loopOf,
    run: () => ({ id: facts.runId, startedAt: new Date(state.startedAt).toISOString() }),
    workflow: () => ({ name: facts.workflowName }),
    organization: () => ({ name: facts.organizationName }),
    now: () => new Date(token.began).toISOString(),
  }
  return {
    read: ([root = '', ...rest]) => {
      if (root === 'steps' && rest[0] !== undefined) return follow(outputOf(machine, token.scope, rest[0]), rest.slice(1))
      if (root === 'vars' && rest[0] !== undefined)
        return Object.hasOwn(state.vars, rest[0]) ? follow(open(machine, state.vars[rest[0]]), rest.slice(1)) : undefined
      return Object.hasOwn(roots, root) ? follow(roots[root]?.(), rest) : undefined
    },
    all: () => {
      const all: Record<string, Json> = {}
      for (const [name, read] of Object.entries(roots)) {
        const value = read()
        if (value !== undefined) all[name] = value
      }
      return all
    },
  }
}

function* outputsFrom(machine: Machine, scope: number | null): Generator<Record<string, Json>> {
  let turn = turnOf(machine, scope)
  while (turn !== null) {
    const found = machine.state.outputs[turn]
    if (found) yield found
    turn = turnOf(machine, machine.state.scopes[turn]?.parent ?? null)
  }
  yield machine.state.outputs[''] ?? {}
}

function outputOf(machine: Machine, scope: number | null, step: string): Json | undefined {
  for (const outputs of outputsFrom(machine, scope)) if (Object.hasOwn(outputs, step)) return open(machine, outputs[step])
  return undefined
}

function allOutputs(machine: Machine, token: Token): Json {
  const all: Record<string, Json> = {}
  for (const outputs of outputsFrom(machine, token.scope)) {
    for (const [step, stored] of Object.entries(outputs)) if (!Object.hasOwn(all, step)) all[step] = open(machine, stored) ?? null
  }
  return all
}
