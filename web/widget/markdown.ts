/**
 * A subset of Markdown as nodes: no HTML is parsed, no picture is loaded. The address of a link is always visible, and opens only on a click:
 * what a model writes must not send data to a foreign host by itself.
 */
export function renderMarkdown(source: string): DocumentFragment {
  const root = document.createDocumentFragment()
  const lines = source.replaceAll('\r', '').split('\n')
  let paragraph: string[] = []
  let list: HTMLElement | null = null
  const flush = () => {
    if (paragraph.length > 0) root.append(element('p', inline(paragraph.join('\n'))))
    paragraph = []
    list = null
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (/^\s*```/.test(line)) {
      flush()
      const end = lines.findIndex((each, index) => index > at && /^\s*```/.test(each))
      const last = end < 0 ? lines.length : end
      const code = element('code', [lines.slice(at + 1, last).join('\n')])
      root.append(element('pre', [code]))
      at = last
      continue
    }
    const item = /^\s*(?:[-*+]|(\d{1,3})[.)])\s+(.*)$/.exec(line)
    if (item) {
      const name = item[1] === undefined ? 'ul' : 'ol'
      if (list?.localName !== name) {
        flush()
        list = element(name, [])
        if (item[1] && item[1] !== '1') list.setAttribute('start', item[1])
        root.append(list)
      }
      list.append(element('li', inline(item[2] ?? '')))
      continue
    }
    const heading = /^#{1,6}\s+(.*)$/.exec(line)
    if (heading) {
      flush()
      root.append(element('p', [element('strong', inline(heading[1] ?? ''))]))
    } else if (line.trim() === '') flush()
    else {
      if (list) flush()
      paragraph.push(line)
    }
  }
  flush()
  return root
}

function element(name: string, children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

const marks =
  /(`[^`\n]+`)|!?\[([^\]\n]*)\]\(\s*<?([^\s)>]+)>?[^)\n]*\)|(https?:\/\/[^\s<>"']+[^\s<>"'.,:;!?)\]])|\*\*([^*\n]+)\*\*|__([^_\n]+)__|\*([^*\n]+)\*/g

function inline(text: string): (Node | string)[] {
  const nodes: (Node | string)[] = []
  let from = 0
  for (const found of text.matchAll(marks)) {
    const [whole, code, label, target, address, bold, alsoBold, italic] = found
    nodes.push(...broken(text.slice(from, found.index)))
    from = found.index + whole.length
    if (code) nodes.push(element('code', [code.slice(1, -1)]))
    else if (target !== undefined) nodes.push(...linkOf(label ?? '', target))
    else if (address) nodes.push(...linkOf('', address))
    else if (bold ?? alsoBold) nodes.push(element('strong', inline(bold ?? alsoBold ?? '')))
    else nodes.push(element('em', inline(italic ?? '')))
  }
  return [...nodes, ...broken(text.slice(from))]
}

const broken = (text: string): (Node | string)[] =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [document.createElement('br'), line]))

function anchor(url: URL, label: string): HTMLAnchorElement {
  const link = element('a', [label]) as HTMLAnchorElement
  link.href = url.href
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
  return link
}

/** A page of the web under its title; the title alone where the address is none. */
export function linkTo(target: string, label: string): Node | string {
  const url = URL.canParse(target) ? new URL(target) : null
  return url && /^https?:$/.test(url.protocol) ? anchor(url, label) : label
}

/** The label, and the address as the link itself; what is no address of the web is text. */
function linkOf(label: string, target: string): (Node | string)[] {
  const url = URL.canParse(target) ? new URL(target) : null
  if (!url || !/^(https?|mailto):$/.test(url.protocol)) return [label ? `${label} (${target})` : target]
  const link = anchor(url, target)
  return label && label !== target ? [`${label} (`, link, ')'] : [link]
}
