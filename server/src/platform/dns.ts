import { Resolver } from 'node:dns/promises'

/** What the product asks the domain name system itself; a test answers with what it likes. */
export interface Dns {
  /** The TXT records of a name, each put together from its pieces; none where there is no such name or record. Throws where nobody could be asked. */
  readTxt(name: string): Promise<string[]>
}

const nothingThere = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** The resolvers of this machine, asked anew each time: somebody waits for a record that was just made. */
export const systemDns: Dns = {
  readTxt: async (name) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
    } catch (error) {
      if (error instanceof Error && 'code' in error && nothingThere.has(String(error.code))) return []
      throw error
    }
  },
}
