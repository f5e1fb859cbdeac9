import type { ActivityKind } from '@imperium/contract/activity.ts'
import type { ActCatalogue } from '../../platform/audit/acts.ts'
import type { StreamRow } from './store.ts'

/** The description of an action: a sentence with `{names}`, their values, and the English text. */
export interface ActivitySentence {
  sentence: string
  values: Record<string, string>
  description: string
}

type ActRow = Pick<StreamRow, 'action' | 'actorName' | 'targetName' | 'outcome'>

/** Fallback for an action without its own sentence or a target without a name. `{act}` is the summary of the operation. */
export const plainSentences = {
  success: '{actor}: {act}',
  often: '{actor} ran {target} {times} times',
  moreOften: '{actor} ran {target} more than {times} times',
  refused: '{actor} was refused: {act}',
  failed: 'Failed for {actor}: {act}',
} as const

export function describeAct(acts: ActCatalogue, { action, actorName, targetName, outcome }: ActRow): ActivitySentence {
  const known = acts.find(action)
  // An action without its own sentence is described by its operation's summary.
  const act = acts.summaryOf(action) ?? action
  const own = outcome === 'success' ? known?.says : outcome === 'refused' ? known?.refused : undefined
  const sentence = own && (targetName || !own.includes('{target}')) ? own : plainSentences[outcome]
  return fillSentence(sentence, { actor: actorName, act, ...(targetName ? { target: targetName } : {}) })
}

/** Only the values that the sentence needs. */
export function fillSentence(sentence: string, all: Record<string, string>): ActivitySentence {
  const values = Object.fromEntries(Object.entries(all).filter(([name]) => sentence.includes(`{${name}}`)))
  return { sentence, values, description: sentence.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole) }
}

export const kindOfRow = (acts: ActCatalogue, { action, actorKind }: Pick<StreamRow, 'action' | 'actorKind'>): ActivityKind =>
  actorKind === 'api_key' ? 'api' : acts.kindOf(action)

export const statusOf = { success: 'success', refused: 'warning', failed: 'error' } as const

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
