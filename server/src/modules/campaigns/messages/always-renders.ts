/** An open block: what all its branches so far have in common, and the current branch. */
interface Block {
  tag: string
  all: boolean
  here: boolean
  hasElse: boolean
}

const branching = /^(if|unless|case)$/
const hiding = /^(comment|raw)$/
/** A loop may run zero times, and captured text may never be shown. */
const uncertain = /^(for|tablerow|capture)$/

/** Yields the text between the tags of a template, and the tags by name, in linear time, even with unclosed tags. */
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

/** Removes HTML comments; an unclosed one hides the rest. */
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
 * Whether a reader of the email sees a place in every case: not inside a comment, and inside a condition only where all branches have it,
 * including the `else` branch.
 */
export function alwaysRenders(template: string, place: RegExp): boolean {
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
    // Text before the first `when` of a case is never shown, so nothing is missing there.
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
