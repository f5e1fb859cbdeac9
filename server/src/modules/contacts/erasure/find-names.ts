import type { OrgTx } from '../../../platform/db/database.ts'

export interface Named {
  /** Ids of the examined rows that contain a name. */
  ids: string[]
  /** The last that was looked at; null: there is none left. */
  last: string | null
}

/** Looks through the next `limit` texts to which no id leads, newest first, for ids and addresses in lower case. */
export type FindNames = (tx: OrgTx, names: readonly string[], after: string | null, limit: number) => Promise<Named>

const atOnce = 500
const searchesOfExport = 10

/** Only among the newest rows: a member waits for the export. */
export async function newestNaming(look: FindNames, tx: OrgTx, names: readonly string[]): Promise<string[]> {
  const found: string[] = []
  let after: string | null = null
  for (let looks = 0; looks < searchesOfExport; looks++) {
    const { ids, last }: Named = await look(tx, names, after, atOnce)
    found.push(...ids)
    if (last === null) break
    after = last
  }
  return found
}

/** An extension's `eraseNamed`: searches once, and erases what was found. */
export const eraseMatches =
  (look: FindNames, erase: (tx: OrgTx, ids: readonly string[]) => Promise<void>) =>
  async (tx: OrgTx, names: readonly string[], after: string | null): Promise<string | null> => {
    const { ids, last } = await look(tx, names, after, atOnce)
    await erase(tx, ids)
    return last
  }

/** Filters a page by the match of each row; `searchDeeper` finds matches in the data of the other rows. */
export async function siftPage(
  page: readonly { id: string; is_named: boolean }[],
  limit: number,
  searchDeeper: (others: readonly string[]) => Promise<string[]>,
): Promise<Named> {
  const ids = page.filter((row) => row.is_named).map(({ id }) => id)
  const others = page.filter((row) => !row.is_named).map(({ id }) => id)
  if (others.length > 0) ids.push(...(await searchDeeper(others)))
  return { ids, last: page.length < limit ? null : (page.at(-1)?.id ?? null) }
}
