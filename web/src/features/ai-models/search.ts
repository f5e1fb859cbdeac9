/** The open panel or dialog on settings/ai-models. */
export interface AiModelsSearch {
  /** The form for a new model. */
  create?: true
  /** Id of the model template that prefills it. */
  template?: string
  /** Id of the configuration being edited. */
  edit?: string
  /** The dialog of model templates. */
  templates?: true
}

export function validateAiModelsSearch(search: Record<string, unknown>): AiModelsSearch {
  const { create, template, edit, templates } = search
  return {
    ...(create === true ? { create } : {}),
    ...(create === true && typeof template === 'string' ? { template } : {}),
    ...(typeof edit === 'string' && create !== true ? { edit } : {}),
    ...(templates === true ? { templates } : {}),
  }
}

/** The open panel or dialog on settings/providers. */
export interface ProvidersSearch {
  create?: true
  /** Id of the provider being edited. */
  edit?: string
}

export function validateProvidersSearch({ create, edit }: Record<string, unknown>): ProvidersSearch {
  if (create === true) return { create }
  return typeof edit === 'string' ? { edit } : {}
}
