import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ArtifactLanguage } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { MigrationError, entityOfSql } from './entity-of-sql.ts'
import { findJsonFault } from './find-json-fault.ts'
import { judgeCode } from './judge-code.ts'

interface Seeds {
  /** A line of valid code by its number; 30 of them are a file. */
  line: (n: number) => string
  /** The same line with an error, and the column at which a parser first can see it. */
  wrong: readonly ((n: number) => { text: string; column: number })[]
  head?: string
  foot?: string
}

const lines = 30
const at = (text: string): { text: string; column: number } => ({ text: text.replace('¦', ''), column: text.indexOf('¦') + 1 })

const script: Seeds = {
  line: (n) => `export const value${n} = { name: 'x${n}', total: ${n} + 1 }`,
  wrong: [
    (n) => at(`export const value${n} = ¦}`),
    (n) => at(`export const value${n} = [1, 2¦;`),
    (n) => at(`export const value${n} = 1 +¦;`),
    (n) => at(`export const ¦class = ${n}`),
    (n) => at(`const value = ${n}¦ const`),
  ],
}

const seeds: Partial<Record<ArtifactLanguage, Seeds>> = {
  javascript: script,
  typescript: script,
  jsx: { ...script, line: (n) => `export const Part${n} = () => <p>{${n}}</p>` },
  tsx: { ...script, line: (n) => `export const Part${n} = ({ a }: { a: number }) => <p>{a + ${n}}</p>` },
  sql: {
    line: (n) => `insert into lines (id, name) values (${n}, 'ä${n}');`,
    wrong: [
      (n) => at(`insert into lines (id, name) ¦valus (${n}, 'a');`),
      (n) => at(`select ${n} from ¦where a = 1;`),
      (n) => at(`create ¦tabel t${n} (a int);`),
      () => at(`update lines set name ¦'x';`),
      (n) => at(`select ${n} ¦) from t;`),
    ],
  },
  python: {
    line: (n) => `value_${n} = {"name": "x", "total": ${n} + 1}`,
    wrong: [
      (n) => at(`value_${n} = ¦)`),
      (n) => at(`print ¦"${n}"`),
      (n) => at(`value_${n} = 1 ¦2`),
      (n) => at(`def ¦${n}x(): pass`),
      () => at('for x ¦y: pass'),
    ],
  },
  json: {
    head: '[',
    foot: '0]',
    line: (n) => `{"name": "x${n}", "total": ${n}},`,
    wrong: [
      (n) => at(`{"name": ¦x${n}},`),
      (n) => at(`{¦name: ${n}},`),
      (n) => at(`{"a": ${n} ¦"b": 2},`),
      () => at(`{"a": 1,¦},`),
      () => at(`{"a": ¦'x'},`),
    ],
  },
  css: {
    line: (n) => `.part${n} { color: red; margin: ${n}px; }`,
    wrong: [
      (n) => at(`.part${n} { color ¦red; }`),
      (n) => at(`.part${n} { margin: 1px; padding ¦2px }`),
      (n) => at(`.part${n} { ¦: 1px; }`),
    ],
  },
  html: {
    line: (n) => `<p class="a">Text ${n} <b>bold</b></p>`,
    wrong: [(n) => at(`<div>¦<span>Text ${n}</div>`), (n) => at(`<p a="1" ¦a="2">Text ${n}</p>`)],
  },
  yaml: {
    line: (n) => `key${n}: { name: x, total: ${n} }`,
    wrong: [(n) => at(`key${n}: "a" ¦"b"`), () => at('¦@bad'), (n) => at(`key${n}: [1, 2]¦]`)],
  },
  markdown: { line: (n) => `Text **${n}**`, wrong: [() => at('¦```js')] },
}

function seeded({ line, wrong, head, foot }: Seeds, n: number) {
  const place = (n * 37) % lines
  const { text, column } = wrong[n % wrong.length]!(place)
  const all = Array.from({ length: lines }, (_, each) => (each === place ? text : line(each)))
  const before = head === undefined ? [] : [head]
  return { code: [...before, ...all, ...(foot === undefined ? [] : [foot])].join('\n'), line: place + 1 + before.length, column, text }
}

test.each(Object.entries(seeds) as [ArtifactLanguage, Seeds][])('finds the line of 100 seeded errors in %s', async (language, of) => {
  const valid = [of.head, ...Array.from({ length: lines }, (_, n) => of.line(n)), of.foot].filter((each) => each !== undefined).join('\n')
  expect(await judgeCode(language, valid)).toEqual([])
  const missed: string[] = []
  const shifted: string[] = []
  for (let n = 0; n < 100; n++) {
    const { code, line, column, text } = seeded(of, n)
    const [fault] = await judgeCode(language, code)
    if (fault?.line !== line) missed.push(`${text} in line ${line}: ${fault ? `${fault.line}:${fault.column} ${fault.message}` : 'none'}`)
    else if (fault.column !== column) shifted.push(`${text}: column ${fault.column} instead of ${column}`)
  }
  expect([...new Set(missed)]).toEqual([])
  expect([...new Set(shifted)]).toEqual([])
})

test('reads one created table as the draft of an entity, and refuses everything else', async () => {
  const draft = await entityOfSql('create table vehicles (id uuid primary key, plate text not null unique, km numeric(10,2), place point);')
  expect(draft).toMatchObject({
    entityName: 'vehicles',
    fields: [
      { name: 'plate', type: 'text', required: true, unique: true },
      { name: 'km', type: 'number', required: false },
    ],
    left: ['place'],
  })
  for (const other of ['drop table vehicles', 'create table a (b text); create table c (d text)', 'create table a (id uuid)'])
    await expect(entityOfSql(other)).rejects.toThrow(MigrationError)
})

test('takes exactly what JSON.parse takes', () => {
  const isJson = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', '1', "'", '\\', ' ', '-'), (json, place, sign) => {
      const cut = place % (json.length + 1)
      const text = json.slice(0, cut) + sign + json.slice(cut)
      expect(findJsonFault(text) === null, text).toBe(isJson(text))
    }),
    { numRuns: 300 },
  )
  expect(findJsonFault('[1, 2')).toBe(5)
  expect(findJsonFault('[1] x')).toBe(4)
  expect(findJsonFault('"ä\n"')).toBe(0)
})
