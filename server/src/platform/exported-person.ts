/** Whose data is exported, and the organizations that the person belongs to. */
export interface ExportedPerson {
  userId: string
  orgIds: readonly string[]
}

export type PersonSections = Record<string, readonly object[]>
