import type { CatalogueModel } from '@imperium/contract/ai-models.ts'

/** True if an active configuration serves the model. */
export const isServed = (model: CatalogueModel): boolean => model.configId !== null && model.isActive

/** The model chosen automatically: the preferred one if it is served, else the organization's default, else the first served one. */
export function pickModel(catalogue: readonly CatalogueModel[], preferred: string): string | null {
  const served = catalogue.filter(isServed)
  const found = served.find((model) => model.modelId === preferred) ?? served.find((model) => model.isDefault) ?? served[0]
  return found?.modelId ?? null
}
