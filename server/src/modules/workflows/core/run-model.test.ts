import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { rounds } from '../../../testing/deep.ts'
import { loadTemplates } from '../../../platform/text/liquid.ts'
import type { StepResult } from '../steps/step-type.ts'
import { advance } from './advance.ts'
import { loadMachine, outcomeOf } from './machine.ts'
import type { Call, Machine } from './machine.ts'
import { settle } from './settle.ts'
import { beginTest, commitTest, testDefinition, testFacts, testProgram, testTypes } from './test-programs.ts'
import { validateDefinition } from './validate.ts'
import { cancel, decide, recover, takeSignal } from './wake.ts'

/** A workflow as people mean it: blocks within blocks. */
type Block =
  | { kind: 'act'; fails: number; attempts: number; onError: 'stop' | 'continue' | 'branch'; whenUnknown: 'repeat' | 'hold' }
  | { kind: 'pause'; answer: 'signal' | 'timeout'; inside: Block[] }
  | { kind: 'choice'; yes: boolean; inside: Block[]; otherwise: Block[] }
  | { kind: 'loop'; turns: number; parallel: boolean; goesOn: boolean; body: Block[] }
  | { kind: 'branches'; left: Block[]; right: Block[]; mode: 'all' | 'any' | 'none' }

const act = fc.record({
  kind: fc.constant('act' as const),
  fails: fc.constantFrom(0, 0, 0, 1, 2, 9),
  attempts: fc.constantFrom(1, 2, 3),
  onError: fc.constantFrom('stop' as const, 'continue' as const, 'continue' as const, 'branch' as const),
  whenUnknown: fc.constantFrom('repeat' as const, 'hold' as const),
})
const { blocks } = fc.letrec<{ block: Block; blocks: Block[] }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3, depthIdentifier: 'b' }),
  block: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'b' },
    act,
    fc.record({
      kind: fc.constant('pause' as const),
      answer: fc.constantFrom('signal' as const, 'timeout' as const),
      inside: tie('blocks'),
    }),
    fc.record({ kind: fc.constant('choice' as const), yes: fc.boolean(), inside: tie('blocks'), otherwise: tie('blocks') }),
    fc.record({
      kind: fc.constant('loop' as const),
      turns: fc.nat(3),
      parallel: fc.boolean(),
      goesOn: fc.boolean(),
      body: tie('blocks'),
    }),
    fc.record({
      kind: fc.constant('branches' as const),
      left: tie('blocks'),
      right: tie('blocks'),
      mode: fc.constantFrom('all' as const, 'all' as const, 'none' as const),
    }),
  ),
}))

interface Graph {
  steps: { id: string; type: string; config?: unknown; onError?: string; retry?: object }[]
  edges: string[]
  /** Of each step that touches the world, its block. */
  acts: Map<string, Extract<Block, { kind: 'act' }>>
  pauses: Map<string, Extract<Block, { kind: 'pause' }>>
}

/** Ends of paths that still want a step: `from:port`. */
type Ends = string[]

/** Draws the blocks as a graph; what follows a choice is reached from both of its sides. */
function draw(graph: Graph, list: readonly Block[], from: Ends): Ends {
  let ends = from
  // Behind branches that do not meet there is nothing.
  for (const block of list) if (ends.length > 0) ends = drawOne(graph, block, ends)
  return ends
}

function drawOne(graph: Graph, block: Block, from: Ends): Ends {
  const id = `${block.kind}${graph.steps.length}`
  const add = (type: string, config: unknown, more: object = {}) => graph.steps.push({ id, type, config, ...more })
  graph.edges.push(...from.map((end) => `${end}>${id}`))
  switch (block.kind) {
    case 'act': {
      const { attempts, onError, whenUnknown } = block
      add('act', { value: id, whenUnknown }, { onError, retry: { attempts, delaySeconds: 5 } })
      graph.acts.set(id, block)
      return onError === 'branch' ? [`${id}:next`, `${id}:error`] : [`${id}:next`]
    }
    case 'pause':
      add('pause', { key: id, seconds: 60 })
      graph.pauses.set(id, block)
      return [`${id}:next`, ...draw(graph, block.inside, [`${id}:timeout`])]
    case 'choice':
      add('condition', { rules: [{ left: block.yes ? 1 : 0, operator: 'equals', right: 1 }] })
      return [...draw(graph, block.inside, [`${id}:yes`]), ...draw(graph, block.otherwise, [`${id}:no`])]
    case 'loop': {
      const items = Array.from({ length: block.turns }, (_, index) => index)
      const mode = block.parallel ? 'parallel' : 'serial'
      add('loop', { items, mode, limit: 2, onItemError: block.goesOn ? 'continue' : 'stop' })
      draw(graph, block.body, [`${id}:each`])
      return [`${id}:done`]
    }
    case 'branches': {
      add('parallel', { branches: [{ name: 'left' }, { name: 'right' }] })
      const ends = [...draw(graph, block.left, [`${id}:left`]), ...draw(graph, block.right, [`${id}:right`])]
      if (block.mode === 'none' || ends.length === 0) return []
      const join = `join${graph.steps.length}`
      graph.steps.push({ id: join, type: 'join', config: { mode: block.mode } })
      graph.edges.push(...ends.map((end) => `${end}>${join}`))
      return [`${join}:next`]
    }
  }
}

/** Thrown where the run ends as failed, or the turn of a loop that goes on without it. What goes on beside it may be begun, or not. */
class Stop extends Error {}

/** The same, meant literally: what the world sees of each step, how often, and how the run ends. Null: the path has ended. */
function interpret(list: readonly Block[], seen: (block: Block, times: number) => void): boolean {
  for (const block of list) if (!interpretOne(block, seen)) return false
  return true
}

/** How the run ends, and how often the world sees each step, where nothing was stopped half-way. */
function interpretRun(list: readonly Block[]): { status: string; isCertain: boolean; tries: Map<Block, number> } {
  const tries = new Map<Block, number>()
  let isCertain = true
  const seen = (block: Block, times: number) => {
    tries.set(block, (tries.get(block) ?? 0) + times)
    if (block.kind === 'act' && block.onError === 'stop' && block.fails >= block.attempts) isCertain = false
  }
  try {
    interpret(list, seen)
    return { status: 'success', isCertain, tries }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { status: 'failed', isCertain, tries }
  }
}

function interpretOne(block: Block, seen: (block: Block, times: number) => void): boolean {
  switch (block.kind) {
    case 'act': {
      const tries = Math.min(block.fails + 1, block.attempts)
      seen(block, tries)
      if (block.fails >= block.attempts && block.onError === 'stop') throw new Stop()
      return true
    }
    case 'pause':
      return block.answer === 'signal' ? true : interpret(block.inside, seen)
    case 'choice':
      return interpret(block.yes ? block.inside : block.otherwise, seen)
    case 'loop':
      for (let turn = 0; turn < block.turns; turn++) {
        try {
          interpret(block.body, seen)
        } catch (error) {
          if (!block.goesOn || !(error instanceof Stop)) throw error
        }
      }
      return true
    case 'branches': {
      const arrived = [interpret(block.left, seen), interpret(block.right, seen)]
      return block.mode !== 'none' && arrived.some(Boolean)
    }
  }
}

interface Weather {
  /** Drawn on whenever there is a choice; over and over. */
  dice: number[]
  /** A crash after so many rounds, over and over; 0: none. */
  crashEvery: number
  cancelAfter: number
}

interface World {
  /** Of each step, how often the world saw which identity. */
  seen: Map<string, Map<string, number>>
  fails: Map<string, number>
}

function doCall(graph: Graph, world: World, machine: Machine, call: Call): StepResult {
  const block = graph.acts.get(call.step.id)
  const place = machine.changes.rows.get(call.seq)?.scope ?? ''
  const name = `${call.step.id}@${place}`
  const copies = world.seen.get(call.step.id) ?? new Map<string, number>()
  world.seen.set(call.step.id, copies)
  const isCopy = copies.has(call.identity)
  copies.set(call.identity, (copies.get(call.identity) ?? 0) + 1)
  if (!isCopy) world.fails.set(`${name}#${call.attempt}`, 1)
  if (block && call.attempt <= block.fails) return { kind: 'failed', code: 'NO', message: 'no', retryable: true }
  return { kind: 'done', output: call.step.id as Json }
}

/** Runs a program in bad weather: results in any order, crashes between any two of them, people who decide, signals and time. */
function runIn(
  graph: Graph,
  start: Machine,
  { dice, crashEvery, cancelAfter }: Weather,
): { machine: Machine; world: World; rounds: number } {
  const world: World = { seen: new Map(), fails: new Map() }
  let [machine, at, rounds] = [start, 0, 0]
  const roll = (sides: number): number => (dice[at++ % dice.length] ?? 0) % sides
  let inFlight: { call: Call; result: StepResult }[] = []
  for (;;) {
    rounds += 1
    if (rounds > 3_000) throw new Error('the run does not end')
    if (rounds === cancelAfter) cancel(machine)
    advance(machine)
    for (const call of machine.changes.calls) inFlight.push({ call, result: doCall(graph, world, machine, call) })
    commitTest(machine)
    if (outcomeOf(machine)) return { machine, world, rounds }
    if (crashEvery > 0 && rounds % crashEvery === 0) {
      // Only what was committed is left.
      machine = loadMachine(machine.program, structuredClone(machine.state), testFacts, machine.now, machine.payloads)
      inFlight = []
      recover(machine)
      for (const [id, token] of Object.entries(machine.state.tokens))
        if (token.phase === 'held') decide(machine, Number(id), { decision: 'done', output: token.step })
      continue
    }
    if (inFlight.length > 0) {
      const [next] = inFlight.splice(roll(inFlight.length), 1)
      if (next) settle(machine, next.call.token, next.result, next.call.config)
      continue
    }
    wakeAny(graph, machine)
  }
}

function wakeAny(graph: Graph, machine: Machine): void {
  const waiting = Object.entries(machine.state.tokens).filter(([, token]) => token.phase === 'waiting')
  const answered = waiting.find(([, token]) => graph.pauses.get(token.step)?.answer === 'signal')
  if (answered) return takeSignal(machine, Number(answered[0]), { answered: true })
  const next = Math.min(...Object.values(machine.state.tokens).map((token) => token.until ?? Infinity))
  if (!Number.isFinite(next)) throw new Error(`nothing can happen: ${JSON.stringify(machine.state.tokens)}`)
  machine.now = Math.max(machine.now, next)
}

const weather = fc.record({
  dice: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 20 }),
  crashEvery: fc.constant(0),
  cancelAfter: fc.constant(0),
})

async function graphOf(list: Block[]) {
  const graph: Graph = { steps: [], edges: [], acts: new Map(), pauses: new Map() }
  draw(graph, list, ['start:next'])
  return { graph, program: await testProgram(graph.steps, graph.edges.join(' ')) }
}

test('random graphs do what their blocks define, in any order of results', async () => {
  const templates = await loadTemplates()
  await fc.assert(
    fc.asyncProperty(blocks, weather, async (list, sky) => {
      const { graph, program } = await graphOf(list)
      expect(validateDefinition(testTypes, templates, testDefinition(graph.steps, graph.edges.join(' ')))).toEqual([])
      const { machine, world } = runIn(graph, beginTest(program), sky)
      const meant = interpretRun(list)
      expect(outcomeOf(machine)?.status).toBe(meant.status)
      expect(machine.state.scopes).toEqual({})
      for (const copies of world.seen.values()) expect(Math.max(...copies.values())).toBe(1)
      for (const [id, block] of meant.isCertain ? graph.acts : [])
        expect([id, world.seen.get(id)?.size ?? 0]).toEqual([id, meant.tries.get(block) ?? 0])
    }),
    { numRuns: rounds(250) },
  )
})

test('loses nothing in a crash at any moment and repeats only what may be repeated', async () => {
  const crashes = fc.record({
    dice: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 20 }),
    crashEvery: fc.integer({ min: 2, max: 7 }),
    cancelAfter: fc.constant(0),
  })
  await fc.assert(
    fc.asyncProperty(blocks, crashes, async (list, sky) => {
      const { graph, program } = await graphOf(list)
      const { machine, world } = runIn(graph, beginTest(program), sky)
      expect(outcomeOf(machine)).not.toBeNull()
      for (const [id, block] of graph.acts) {
        if (block.whenUnknown === 'repeat') continue
        for (const times of world.seen.get(id)?.values() ?? []) expect([id, times]).toEqual([id, 1])
      }
      for (const copies of world.seen.values()) expect([...copies.values()].every((times) => times >= 1)).toBe(true)
    }),
    { numRuns: rounds(200) },
  )
})

test('ends a run that is cancelled at any moment, and starts nothing more', async () => {
  const cancels = fc.record({
    dice: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 20 }),
    crashEvery: fc.constantFrom(0, 3),
    cancelAfter: fc.integer({ min: 1, max: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(blocks, cancels, async (list, sky) => {
      const { graph, program } = await graphOf(list)
      const { machine, rounds } = runIn(graph, beginTest(program), sky)
      // Whatever was in hand came back within a few rounds.
      expect(rounds).toBeLessThan(sky.cancelAfter + 40)
      expect([machine.state.tokens, machine.state.scopes]).toEqual([{}, {}])
    }),
    { numRuns: rounds(150) },
  )
})
