/** The user of the export, and the user's organizations. */
export interface ExportedPerson {
  userId: string
  orgIds: readonly string[]
}

export type PersonSections = Record<string, readonly object[]>
