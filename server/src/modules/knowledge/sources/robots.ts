interface Rule {
  pattern: string
  isAllowed: boolean
}

/** Answers whether a path with its query may be read. */
export type MayRead = (path: string) => boolean

const mostRules = 2_000

/** The rules of robots.txt for an agent: those of its own group, else those for all (RFC 9309). */
export function readRobots(text: string, agent: string): MayRead {
  const groups = new Map<string, Rule[]>()
  let current: string[] = []
  let isNaming = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i.exec(line) ?? []
    const field = key.toLowerCase()
    if (field === 'user-agent') {
      current = isNaming ? [...current, value.toLowerCase()] : [value.toLowerCase()]
      isNaming = true
      for (const name of current) if (!groups.has(name)) groups.set(name, [])
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false
      if (value === '') continue
      for (const name of current) groups.get(name)?.push({ pattern: value, isAllowed: field === 'allow' })
    }
  }
  const rules = (groups.get(agent.toLowerCase()) ?? groups.get('*') ?? []).slice(0, mostRules)
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
