// A DOM lays nothing out: lists that draw only what is in sight need a size to be in.
for (const [name, size] of [
  ['offsetWidth', 1200],
  ['offsetHeight', 800],
  ['clientWidth', 1200],
  ['clientHeight', 800],
] as const)
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })

// Text areas that grow with their text wait for fonts, which a DOM without a layout does not have.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
