// A DOM lays nothing out: lists that draw only what is in sight need a size to be in.
for (const [name, size] of [
  ['offsetWidth', 1200],
  ['offsetHeight', 800],
  ['clientWidth', 1200],
  ['clientHeight', 800],
] as const)
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })
