import { acts, kindOf, plainSentences } from '@imperium/contract/activity-acts.ts'
import type { ActivityKind } from '@imperium/contract/activity-acts.ts'
import { allEndpoints } from '@imperium/contract/registry.ts'
import type { StreamRow } from './store.ts'

/** The description of an action: a sentence with `{names}`, their values, and the English text. */
export interface ActivitySentence {
  sentence: string
  values: Record<string, string>
  description: string
}

type ActRow = Pick<StreamRow, 'action' | 'actorName' | 'targetName' | 'outcome'>

/** Only the first clause: what follows `;` or `:` is for programmers. These clauses are keys of the dictionaries. */
const summaries = new Map<string, string>(allEndpoints.map(({ id, summary }) => [id, summary.replace(/[;:].*$/s, '')]))

export function describeAct({ action, actorName, targetName, outcome }: ActRow): ActivitySentence {
  const known = acts[action]
  // An action without its own sentence is described by its operation's summary.
  const act = summaries.get(action) ?? action
  const own = outcome === 'success' ? known?.says : outcome === 'refused' ? known?.refused : undefined
  const sentence = own && (targetName || !own.includes('{target}')) ? own : plainSentences[outcome]
  return fillSentence(sentence, { actor: actorName, act, ...(targetName ? { target: targetName } : {}) })
}

/** Only the values that the sentence needs. */
export function fillSentence(sentence: string, all: Record<string, string>): ActivitySentence {
  const values = Object.fromEntries(Object.entries(all).filter(([name]) => sentence.includes(`{${name}}`)))
  return { sentence, values, description: sentence.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole) }
}

export const kindOfRow = ({ action, actorKind }: Pick<StreamRow, 'action' | 'actorKind'>): ActivityKind =>
  actorKind === 'api_key' ? 'api' : kindOf(action)

export const statusOf = { success: 'success', refused: 'warning', failed: 'error' } as const

/** Actions with the text in their sentence or summary, so that a search finds words shown on the screen. */
export function actionsMatching(text: string): string[] {
  const wanted = text.toLowerCase()
  const says = (words: string | undefined) =>
    words
      ?.replaceAll(/\{\w+\}/g, '')
      .toLowerCase()
      .includes(wanted)
  const named = Object.entries(acts).filter(([, { says: said, refused }]) => says(said) || says(refused))
  const plain = [...summaries].filter(([action, summary]) => !(action in acts) && says(summary))
  return [...named, ...plain].map(([action]) => action)
}

const settingsPage: Readonly<Record<string, string>> = {
  'ai-models': 'settings/ai-models',
  organizations: 'settings/organization',
  team: 'settings/team',
  'api-keys': 'settings/api-keys',
}

/** The page of the action's target, as a path inside the organization. */
export function linkOf({ action, targetId, outcome }: Pick<StreamRow, 'action' | 'targetId' | 'outcome'>): string | null {
  const [module = '', verb = ''] = action.split('.')
  if (outcome !== 'success' || verb.startsWith('remove')) return null
  if (module === 'agents') return verb === 'bulk' ? 'agents' : targetId ? `agents?agent=${targetId}` : null
  if (module === 'workflows') return targetId ? `workflows/${targetId}` : 'workflows'
  if (module === 'workflow-runs') return 'workflows?tab=history'
  if (module === 'ai-models' && verb.endsWith('Provider')) return 'settings/providers'
  return settingsPage[module] ?? null
}
