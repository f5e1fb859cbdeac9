const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const stringForm = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const wordForm = /true|false|null/y
const blankForm = /[ \t\n\r]*/y

const after = (form: RegExp, text: string, at: number): number => {
  form.lastIndex = at
  return form.test(text) ? form.lastIndex : at
}

/**
 * The offset at which a text stops being JSON; its length for one that ends too early, null for JSON. V8 names a position only for some
 * errors. Nesting is kept in a list, so that depth needs no stack.
 */
export function findJsonFault(text: string): number | null {
  const open: ('{' | '[')[] = []
  let at = after(blankForm, text, 0)
  let wants: 'value' | 'value or end' | 'name' | 'name or end' | 'next' = 'value'
  for (;;) {
    const sign = text[at]
    if (wants === 'next') {
      if (open.length === 0) return at === text.length ? null : at
      const top = open.at(-1)
      if (sign === ',') wants = top === '{' ? 'name' : 'value'
      else if (sign === (top === '{' ? '}' : ']')) open.pop()
      else return at
      at += 1
    } else if ((wants === 'value or end' && sign === ']') || (wants === 'name or end' && sign === '}')) {
      open.pop()
      at += 1
      wants = 'next'
    } else if (wants === 'name' || wants === 'name or end') {
      const end = after(stringForm, text, at)
      if (end === at) return at
      at = after(blankForm, text, end)
      if (text[at] !== ':') return at
      at += 1
      wants = 'value'
    } else if (sign === '{' || sign === '[') {
      open.push(sign)
      at += 1
      wants = sign === '{' ? 'name or end' : 'value or end'
    } else {
      const end = [stringForm, numberForm, wordForm].map((form) => after(form, text, at)).find((each) => each > at)
      if (end === undefined) return at
      at = end
      wants = 'next'
    }
    at = after(blankForm, text, at)
  }
}
