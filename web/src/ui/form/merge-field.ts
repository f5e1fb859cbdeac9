/** A field of a contact or the organization that is filled in for each recipient. */
export interface MergeField {
  /** As templates write it: `first_name`, `custom.city`. */
  name: string
  label: string
  /** Offered where a contact has no value. */
  fallback?: string
  /** What is inserted as text, where it is no field with a fallback. */
  template?: string
  group: string
}

export const labelOfField = (fields: readonly MergeField[], name: string): string =>
  fields.find((field) => field.name === name)?.label ?? name
