import { Resolver } from 'node:dns/promises'

/** The product's DNS queries; a test can replace it. */
export interface Dns {
  /** The TXT records of a name, each joined from its pieces; empty without such a name or record. Throws when no resolver answered. */
  readTxt(name: string): Promise<string[]>
}

const missingRecord = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** This machine's resolvers, without a cache: a user waits for a record that was just created. */
export const systemDns: Dns = {
  readTxt: async (name) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
    } catch (error) {
      if (error instanceof Error && 'code' in error && missingRecord.has(String(error.code))) return []
      throw error
    }
  },
}
