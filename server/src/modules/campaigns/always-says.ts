/** One block that is open: what its branches so far had in common, and the branch under way. */
interface Block {
  tag: string
  all: boolean
  here: boolean
  hasElse: boolean
}

const unseen = [
  /<!--[\s\S]*?-->/g,
  /\{%-?\s*comment\b[\s\S]*?\{%-?\s*endcomment\s*-?%\}/g,
  /\{%-?\s*raw\s*-?%\}[\s\S]*?\{%-?\s*endraw\s*-?%\}/g,
]
const branching = /^(if|unless|case)$/
/** A loop may go round no time, and what is captured need not be shown. */
const uncertain = /^(for|tablerow|capture)$/
const piece = /\{%-?\s*(\w+)(?:(?!%\})[\s\S])*%\}|[^{]+|\{(?!%)/g

/**
 * Whether a reader of the mail sees a place in every case: not where it stands in a comment, and in a condition only where all branches have
 * it, the one for everything else among them.
 */
export function alwaysSays(template: string, place: RegExp): boolean {
  const shown = unseen.reduce((text, pattern) => text.replaceAll(pattern, ''), template)
  const open: Block[] = [{ tag: '', all: true, here: false, hasElse: false }]
  let plain = ''
  const settle = () => {
    const block = open.at(-1)
    if (block && place.test(plain)) block.here = true
    plain = ''
  }
  const nextBranch = (block: Block) => {
    block.all &&= block.here
    block.here = false
  }
  for (const [text, tag] of shown.matchAll(piece)) {
    if (tag === undefined) {
      plain += text
      continue
    }
    settle()
    const block = open.at(-1)
    if (branching.test(tag) || uncertain.test(tag))
      // What stands before the first `when` of a case is never shown: nothing is missing there.
      open.push({ tag, all: true, here: tag === 'case', hasElse: false })
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
  settle()
  return open[0]?.here ?? false
}
