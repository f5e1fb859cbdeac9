/** Names that a system prompt may use as `{{ name }}`; filled in when a run calls its model. */
export const promptVariables = ['organization.name', 'agent.name', 'person.name', 'today', 'weekday', 'time', 'time_zone'] as const
export type PromptVariable = (typeof promptVariables)[number]

const form = /\{\{\s*([A-Za-z][\w.]{0,60})\s*\}\}/g
const isKnown = (name: string): name is PromptVariable => promptVariables.some((each) => each === name)

/** Fills in the known variables. A name that is none stays as it stands: it may be an example for the model. */
export const fillPrompt = (prompt: string, values: Record<PromptVariable, string>): string =>
  prompt.replace(form, (whole, name: string) => (isKnown(name) ? values[name] : whole))

/** Names in double braces that are no variable, each once, for the editor. */
export const unknownVariables = (prompt: string): string[] => [
  ...new Set([...prompt.matchAll(form)].map(([, name = '']) => name).filter((name) => !isKnown(name))),
]

/** Whether a prompt uses any variable. */
export const usesVariables = (prompt: string): boolean => [...prompt.matchAll(form)].some(([, name = '']) => isKnown(name))
