// Lists of the contract are written out here: this file is in the first chunk, and the contract of templates is not.
export const templateTabs = ['agent', 'campaign', 'workflow'] as const
export type TemplateTab = (typeof templateTabs)[number]
const types = ['official', 'community'] as const
const sorts = ['popular', 'recent', 'trending'] as const

/** What the catalogue shows, as it stands in the address. */
export interface TemplatesSearch {
  /** Agent Templates unless given. */
  tab?: TemplateTab
  q?: string
  type?: (typeof types)[number]
  /** Most Popular unless given. */
  sort?: (typeof sorts)[number]
  /** Separated by commas. */
  tags?: string
  /** Key of the template that is looked at. */
  preview?: string
}

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, 400) : undefined
}
const oneOf = <const T extends string>(allowed: readonly T[], value: unknown): T | undefined => allowed.find((each) => each === value)

/** Leaves out what is undefined, so that an address holds only what differs from the usual. */
export const withoutBlanks = <T extends object>(search: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T

export const parseTemplatesSearch = (search: Record<string, unknown>): TemplatesSearch =>
  withoutBlanks<TemplatesSearch>({
    tab: oneOf(templateTabs.slice(1), search['tab']),
    q: textOf(search['q']),
    type: oneOf(types, search['type']),
    sort: oneOf(sorts.slice(1), search['sort']),
    tags: textOf(search['tags']),
    preview: textOf(search['preview']),
  })
