import { LRUCache } from 'lru-cache'

/** So many statements are kept by the server in each session; the rest are parsed and planned at every call. */
const mostPerSession = 150
/** A text that is seen less often is not worth a place. */
const leastUses = 3

const uses = new LRUCache<string, number>({ max: 2_000 })
let lastNumber = 0

/** State of a named statement in one session. */
interface Statement {
  /** Undefined: its first call failed, so it is unknown whether the server has it. From then on it is sent without a name. */
  name: string | undefined
  isKept: boolean
}

/**
 * Names for the statements of one session: a named one is parsed and planned once, which for short statements on partitioned
 * tables saves more than half of their cost. Names are not reused, so a text without a name cannot meet its old plan.
 */
export class NamedStatements {
  readonly #byText = new Map<string, Statement>()

  /** The name to send the text with; undefined when it is sent without one. */
  nameOf(text: string): string | undefined {
    const known = this.#byText.get(text)
    if (known) return known.name
    const count = (uses.get(text) ?? 0) + 1
    uses.set(text, count)
    if (count < leastUses || this.#byText.size >= mostPerSession) return undefined
    lastNumber += 1
    const name = `s${lastNumber}`
    this.#byText.set(text, { name, isKept: false })
    return name
  }

  succeeded(text: string): void {
    const statement = this.#byText.get(text)
    if (statement) statement.isKept = true
  }

  failed(text: string, code: string | undefined): void {
    const statement = this.#byText.get(text)
    if (!statement?.name) return
    // Its table was changed by a migration, or a pooler in between gave us another session: the next call prepares it anew.
    if (code === '0A000' || code === '26000') this.#byText.delete(text)
    else if (!statement.isKept) statement.name = undefined
  }
}
