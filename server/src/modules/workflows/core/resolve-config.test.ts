import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { TemplateError, loadTemplates } from '../../../platform/text/liquid.ts'
import type { Templates } from '../../../platform/text/liquid.ts'
import { compileConfig, viewOf } from './resolve-config.ts'

let templates: Templates
beforeAll(async () => {
  templates = await loadTemplates()
})

const resolve = (config: Record<string, Json>, data: Record<string, Json>) => compileConfig(templates, config).resolve(viewOf(data))

/** The error that ends it, and how often the data was read until then. */
function refused(config: Record<string, Json>, data: Record<string, Json>) {
  let reads = 0
  const view = viewOf(data)
  const count = <T>(value: T): T => {
    reads++
    return value
  }
  const counting = { read: (path: readonly string[]) => count(view.read(path)), all: () => count(view.all()) }
  try {
    compileConfig(templates, config).resolve(counting)
  } catch (error) {
    if (error instanceof TemplateError) return { kind: error.kind, message: error.message, reads }
    throw error
  }
  throw new Error('it was not refused')
}

test('a value is what it was, in lists too, also where it is null', () => {
  const config = { one: '{{ trigger.a }}', list: ['{{ trigger.a }}', '{{ trigger.none }}', 'plain'] }
  expect(resolve(config, { trigger: { a: [1], none: null } })).toEqual({ one: [1], list: [[1], null, 'plain'] })
})

describe('one configuration takes neither all memory nor all time', () => {
  const large = { trigger: { rows: Array.from({ length: 5_000 }, (_, id) => ({ id, name: 'x'.repeat(20) })) } }

  test('by values that are read many times', () => {
    expect(refused({ json: Array.from({ length: 20_000 }, () => '{{ trigger }}') }, large).reads).toBeLessThan(50)
  })

  test('by text', () => {
    expect(refused({ json: Array.from({ length: 500 }, () => '{{ trigger | json }} ') }, large).reads).toBeLessThan(50)
  })

  test('by templates that take their time, each of them less than it may', () => {
    const slow = '{% for a in (1..1000) %}{% for b in (1..60) %}{% assign c = a | times: b %}{% endfor %}{% endfor %}{{ c }}'
    expect(refused({ json: Array.from({ length: 2_000 }, () => slow) }, { trigger: {} })).toMatchObject({ kind: 'limit' })
  })

  test('by what is nested', () => {
    let nested: Json = []
    for (let depth = 0; depth < 100_000; depth++) nested = [nested]
    expect(refused({ json: '{{ trigger }}' }, { trigger: nested })).toMatchObject({ kind: 'limit', reads: 1 })
  })
})

test('looks once for the end of unclosed brackets, and still finds the other references', () => {
  const text = `{% raw %}${'{{'.repeat(3_900)}${'x'.repeat(500_000)}{% endraw %}{% if steps.lead.ok %}{% endif %}`
  const indexOf = vi.spyOn(String.prototype, 'indexOf')
  const { reads } = compileConfig(templates, { text })
  const lookedFor = indexOf.mock.calls.filter(([end]) => end === '}}').length
  indexOf.mockRestore()
  expect(lookedFor).toBeLessThan(10)
  expect(reads).toContainEqual({ path: 'text', reference: ['steps', 'lead'] })
})
