type Attributes = Record<string, string | boolean | ((event: Event) => void)>

/** An element with attributes (functions are listeners) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key, value)
    else if (typeof value === 'string') made.setAttribute(key, value)
    else if (value) made.setAttribute(key, '')
  }
  made.append(...children)
  return made
}

const paths = {
  chat: 'M4 5h16v11H9l-4 4v-4H4z',
  close: 'M6 6l12 12M18 6L6 18',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  restart: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4',
}

export function icon(name: keyof typeof paths): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  const path = document.createElementNS(space, 'path')
  const look = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': '1.8', 'aria-hidden': 'true' }
  for (const [key, value] of Object.entries({ ...look, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }))
    svg.setAttribute(key, value)
  path.setAttribute('d', paths[name])
  svg.append(path)
  return svg
}

/** A style sheet that no content security policy of the page forbids; an element where the browser knows no other way. */
export function addStyles(root: ShadowRoot, css: string): void {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [sheet]
  } catch {
    root.append(el('style', {}, css))
  }
}
