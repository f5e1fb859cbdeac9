import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { TemplateError, loadTemplates } from '../../../platform/text/liquid.ts'
import type { Templates } from '../../../platform/text/liquid.ts'
import { compileConfig, viewOf } from './resolve-config.ts'

let templates: Templates
beforeAll(async () => {
  templates = await loadTemplates()
})

const resolve = (config: Record<string, Json>, data: Record<string, Json>) => compileConfig(templates, config).resolve(viewOf(data))
const refused = (config: Record<string, Json>, data: Record<string, Json>) => {
  const began = performance.now()
  expect(() => resolve(config, data)).toThrow(TemplateError)
  return performance.now() - began
}

test('a value is what it was, in lists too, also where it is null', () => {
  const config = { one: '{{ trigger.a }}', list: ['{{ trigger.a }}', '{{ trigger.none }}', 'plain'] }
  expect(resolve(config, { trigger: { a: [1], none: null } })).toEqual({ one: [1], list: [[1], null, 'plain'] })
})

describe('one configuration takes neither all memory nor all time', () => {
  const large = { trigger: { rows: Array.from({ length: 5_000 }, (_, id) => ({ id, name: 'x'.repeat(20) })) } }

  test('by values that are read many times', () => {
    expect(refused({ json: Array.from({ length: 20_000 }, () => '{{ trigger }}') }, large)).toBeLessThan(5_000)
  })

  test('by text', () => {
    expect(refused({ json: Array.from({ length: 500 }, () => '{{ trigger | json }} ') }, large)).toBeLessThan(5_000)
  })

  test('by templates that take their time, each of them less than it may', () => {
    const slow = '{% for a in (1..1000) %}{% for b in (1..60) %}{% assign c = a | times: b %}{% endfor %}{% endfor %}{{ c }}'
    expect(refused({ json: Array.from({ length: 200 }, () => slow) }, { trigger: {} })).toBeLessThan(5_000)
  })

  test('by what is nested', () => {
    let nested: Json = []
    for (let depth = 0; depth < 100_000; depth++) nested = [nested]
    expect(refused({ json: '{{ trigger }}' }, { trigger: nested })).toBeLessThan(1_000)
  })
})

test('reads a template with unclosed brackets quickly, and still finds its other references', () => {
  const text = `{% raw %}${'{{'.repeat(4_900)}${'x'.repeat(500_000)}{% endraw %}{% if steps.lead.ok %}{% endif %}`
  const began = performance.now()
  const { reads } = compileConfig(templates, { text })
  expect(performance.now() - began).toBeLessThan(1_500)
  expect(reads).toContainEqual({ path: 'text', reference: ['steps', 'lead'] })
})
