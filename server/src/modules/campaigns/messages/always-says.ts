/** One block that is open: what its branches so far had in common, and the branch under way. */
interface Block {
  tag: string
  all: boolean
  here: boolean
  hasElse: boolean
}

const branching = /^(if|unless|case)$/
const hiding = /^(comment|raw)$/
/** A loop may go round no time, and what is captured need not be shown. */
const uncertain = /^(for|tablerow|capture)$/

/** What stands between the tags of a template, and the tags by name; in time that grows with its length alone, whatever is left open in it. */
function* piecesOf(template: string): Generator<{ plain: string } | { tag: string }> {
  let at = 0
  for (;;) {
    const open = template.indexOf('{%', at)
    const close = open === -1 ? -1 : template.indexOf('%}', open + 2)
    if (close === -1) return yield { plain: template.slice(at) }
    yield { plain: template.slice(at, open) }
    yield { tag: /^-?\s*(\w+)/.exec(template.slice(open + 2, close))?.[1] ?? '' }
    at = close + 2
  }
}

/** Without the comments of HTML; one that never ends hides the rest. */
function withoutComments(html: string): string {
  const shown: string[] = []
  for (let at = 0; ;) {
    const open = html.indexOf('<!--', at)
    const close = open === -1 ? -1 : html.indexOf('-->', open + 4)
    shown.push(open === -1 ? html.slice(at) : html.slice(at, open))
    if (close === -1) return shown.join('')
    at = close + 3
  }
}

/**
 * Whether a reader of the mail sees a place in every case: not where it stands in a comment, and in a condition only where all branches have
 * it, the one for everything else among them.
 */
export function alwaysSays(template: string, place: RegExp): boolean {
  const open: Block[] = [{ tag: '', all: true, here: false, hasElse: false }]
  const plain: string[] = []
  let hiddenBy: string | null = null
  const settle = () => {
    const block = open.at(-1)
    if (block && place.test(plain.join(''))) block.here = true
    plain.length = 0
  }
  const nextBranch = (block: Block) => {
    block.all &&= block.here
    block.here = false
  }
  const enter = (tag: string) => {
    const block = open.at(-1)
    // What stands before the first `when` of a case is never shown: nothing is missing there.
    if (branching.test(tag) || uncertain.test(tag)) open.push({ tag, all: true, here: tag === 'case', hasElse: false })
    else if (block && (tag === 'elsif' || tag === 'else' || tag === 'when') && branching.test(block.tag)) {
      nextBranch(block)
      block.hasElse ||= tag === 'else'
    } else if (block && tag === `end${block.tag}` && open.length > 1) {
      open.pop()
      nextBranch(block)
      const parent = open.at(-1)
      if (parent && branching.test(block.tag) && block.hasElse && block.all) parent.here = true
    }
  }
  for (const piece of piecesOf(withoutComments(template))) {
    if ('plain' in piece) {
      if (hiddenBy === null) plain.push(piece.plain)
    } else if (hiddenBy !== null) {
      if (piece.tag === `end${hiddenBy}`) hiddenBy = null
    } else if (hiding.test(piece.tag)) hiddenBy = piece.tag
    else {
      settle()
      enter(piece.tag)
    }
  }
  settle()
  return open[0]?.here ?? false
}
