import type { ActivityKind } from '@imperium/contract/activity.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'

export interface DescribedAct {
  kind: ActivityKind
  /** The sentence shown on success. `{actor}` is the user or key that acted, `{target}` what was acted on. */
  says: string
  /** The sentence shown when the action was refused. */
  refused?: string
}

/** The sentences are keys of the dictionaries: the web app translates them. */
export const describedAct = (kind: ActivityKind, says: string, refused?: string): DescribedAct => ({
  kind,
  says,
  ...(refused ? { refused } : {}),
})

/** How the activity log words what a module records. */
export interface ModuleActs {
  /** The kind of actions without their own sentence, by the first part of their name; `change` unless given. */
  kinds?: Readonly<Record<string, ActivityKind>>
  /** By the name in the audit stream. Others are described by the summary of their operation. */
  sentences?: Readonly<Record<string, DescribedAct>>
}

/** The wording of all attached modules. */
export interface ActCatalogue {
  attach(acts: ModuleActs, endpoints: readonly Endpoint[]): void
  find(action: string): DescribedAct | undefined
  /** Of the actions with a sentence. */
  names(): readonly string[]
  kindOf(action: string): ActivityKind
  /** What a filter for one kind matches: actions by name, and all other actions of these modules (`null`: of every other module). */
  ofKind(kind: ActivityKind): { named: string[]; modules: string[] | null; namedElsewhere: string[] }
  /** First parts of actions for which `kindOf` returns a kind other than `change`. */
  modulesWithKind(): readonly string[]
  /** First clause of the summary of an action that is an operation: what follows `;` or `:` is for programmers. */
  summaryOf(action: string): string | undefined
  /** Actions with the text in their sentence or summary, so that a search finds words shown on the screen. */
  saying(text: string): string[]
}

const holds = (texts: string | undefined, wanted: string): boolean =>
  texts
    ?.replaceAll(/\{\w+\}/g, '')
    .toLowerCase()
    .includes(wanted) ?? false

/** Throws when two modules word one action. */
export function createActCatalogue(): ActCatalogue {
  const acts = new Map<string, DescribedAct>()
  const kinds = new Map<string, ActivityKind>()
  const summaries = new Map<string, string>()
  return {
    attach: ({ kinds: own = {}, sentences = {} }, endpoints) => {
      for (const [module, kind] of Object.entries(own)) kinds.set(module, kind)
      for (const [action, act] of Object.entries(sentences)) {
        if (acts.has(action)) throw new TypeError(`Two modules word the action ${action}.`)
        acts.set(action, act)
      }
      for (const { id, summary } of endpoints) summaries.set(id, summary.replace(/[;:].*$/s, ''))
    },
    find: (action) => acts.get(action),
    names: () => [...acts.keys()],
    kindOf: (action) => acts.get(action)?.kind ?? kinds.get(action.split('.')[0] ?? '') ?? 'change',
    ofKind: (kind) => {
      const ofThis = ([, act]: [string, DescribedAct]) => act.kind === kind
      const named = [...acts].filter(ofThis).map(([name]) => name)
      const modules = [...kinds].filter(([, each]) => each === kind).map(([module]) => module)
      const namedElsewhere = [...acts].filter((entry) => !ofThis(entry)).map(([name]) => name)
      return { named, modules: kind === 'change' ? null : modules, namedElsewhere }
    },
    modulesWithKind: () => [...kinds.keys()],
    summaryOf: (action) => summaries.get(action),
    saying: (text) => {
      const wanted = text.toLowerCase()
      const named = [...acts].filter(([, { says, refused }]) => holds(says, wanted) || holds(refused, wanted))
      const plain = [...summaries].filter(([action, summary]) => !acts.has(action) && holds(summary, wanted))
      return [...named, ...plain].map(([action]) => action)
    },
  }
}
