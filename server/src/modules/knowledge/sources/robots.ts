interface Rule {
  pattern: string
  isAllowed: boolean
}

/** Answers whether a path with its query may be read. */
export type MayRead = (path: string) => boolean

const mostRules = 2_000

/**
 * The rules of robots.txt for an agent: those of its own group, else those for all (RFC 9309). Foreign text: of the groups that others
 * are named in nothing is kept, or a file of many names and many rules would need their product in memory.
 */
export function readRobots(text: string, agent: string): MayRead {
  const names = [agent.toLowerCase(), '*']
  const groups = new Map<string, Rule[]>()
  let current = new Set<string>()
  let isNaming = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [field, value] = fieldOf(line)
    if (field === 'user-agent') {
      const name = value.toLowerCase()
      if (!isNaming) current = new Set()
      isNaming = true
      if (!names.includes(name)) continue
      current.add(name)
      if (!groups.has(name)) groups.set(name, [])
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false
      if (value === '') continue
      for (const name of current) {
        const rules = groups.get(name)
        if (rules && rules.length < mostRules) rules.push({ pattern: value, isAllowed: field === 'allow' })
      }
    }
  }
  const rules = groups.get(agent.toLowerCase()) ?? groups.get('*') ?? []
  return (path) => {
    let best: Rule | undefined
    for (const rule of rules) {
      if (!fits(rule.pattern, path)) continue
      const isLonger = !best || rule.pattern.length > best.pattern.length
      if (isLonger || (rule.pattern.length === best?.pattern.length && rule.isAllowed)) best = rule
    }
    return best?.isAllowed ?? true
  }
}

/** Name and value of a line, without its comment; by places instead of a pattern, which would try every division of many blanks. */
function fieldOf(line: string): [field: string, value: string] {
  const [said = ''] = line.split('#', 1)
  const colon = said.indexOf(':')
  return colon < 0 ? ['', ''] : [said.slice(0, colon).trim().toLowerCase(), said.slice(colon + 1).trim()]
}

/** `*` fits anything and a last `$` the end; without a regular expression, so that no pattern takes long. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of parts.entries()) {
    if (isWhole && index === parts.length - 1) return path.length - part.length >= at && path.endsWith(part)
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !isWhole || at === path.length
}
