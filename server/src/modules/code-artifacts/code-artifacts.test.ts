import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CodeArtifact, CodeArtifactRow } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { CodeArtifactStats } from '@imperium/contract/code-artifacts/code-artifacts.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
let colleague: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
  colleague = await t.addMember(owner.orgId, 'ADMIN')
})
afterAll(() => t.close())

const as = (user: TestUser) => ({
  get: <T = CodeArtifact>(path: string) => t.call<T>('GET', `/api/code-artifacts${path}`, { token: user.token }),
  post: <T = CodeArtifact>(path: string, body: object) => t.call<T>('POST', `/api/code-artifacts${path}`, { token: user.token, body }),
  remove: (path: string) => t.call('DELETE', `/api/code-artifacts${path}`, { token: user.token }),
})

const code = 'export function total(lines: { amount: number }[]): number {\n  return lines.reduce((sum, line) => sum + line.amount, 0)\n}\n'
const tests = "test('adds', () => assert.equal(total([{ amount: 2 }, { amount: 3 }]), 5))\n"
let number = 0
const make = async (body: object = {}, user = owner) =>
  (
    await as(user).post('', {
      name: `Total ${++number}`,
      artifactType: 'utility_function',
      language: 'typescript',
      reasoning: 'Sums the amounts of lines',
      code,
      tests,
      ...body,
    })
  ).body.data

async function approved(body: object = {}): Promise<CodeArtifact> {
  const made = await make(body)
  return (await as(colleague).post(`/${made.id}/reviews`, { version: 1, decision: 'approved' })).body.data
}

describe('verdict', () => {
  test.each([
    ['typescript', 'const a: number = ;', 1, 19],
    ['javascript', 'let a\nlet a', 2, 5],
    ['tsx', 'const a = (\n  <div>x</span>\n)', 2, 11],
    ['sql', 'select 1;\ncreate tabel x ()', 2, 8],
    ['sql', "select 'ä😀', 1 + from t", 1, 19],
    ['python', 'def f():\n  pass\nprint "a"', 3, 7],
    ['json', '{\n  "a": 1,\n}', 3, 1],
    ['yaml', 'a: [1\nb: 2', 2, 1],
    ['html', '<div>\n  <span>\n</div>', 2, 3],
    ['css', 'a { color: red; }\nb { color red }', 2, 11],
    ['css', 'a { color: red;\n', 1, 3],
    ['markdown', 'Text\n\n```js\nlet a', 3, 1],
  ])('names line and column in %s', async (language, wrong, line, column) => {
    const made = await make({ language, code: wrong, tests: '' })
    expect(made).toMatchObject({ syntaxValid: false, status: 'failed' })
    expect(made.faults[0]).toMatchObject({ line, column })
  })

  test.each([
    ['typescript', code],
    ['tsx', 'export const A = ({ n }: { n: number }) => <p>{n}</p>'],
    ['sql', 'select a, count(*) from t group by rollup (a); create index on t (a) include (b)'],
    ['python', 'match x:\n    case {"a": y} if y > 1:\n        print(f"{y!r}")\n'],
    ['json', '{"a": [1, 2]}'],
    ['yaml', 'a: 1\n---\nb: [2, 3]\n'],
    ['html', '<!doctype html><html><head><title>x</title></head><body><p>a<p>b<br></body></html>'],
    ['css', '@media (min-width: 2px) { a { color: red; } }'],
    ['markdown', '# A\n\n```js\nlet a\n```\n'],
  ])('takes valid %s', async (language, right) => {
    expect(await make({ language, code: right, tests: '' })).toMatchObject({ syntaxValid: true, faults: [], status: 'generated' })
  })
})

test('lists by status, type and a part of name or reasoning, and counts the cards', async () => {
  const made = await make({ name: 'Zebra counter', reasoning: 'Counts stripes' })
  const list = async (query: string) => (await as(owner).get<CodeArtifactRow[]>(query)).body.data.map(({ name }) => name)
  expect(await list(`?status=all&type=all&organizationId=${owner.orgId}&q=stripes`)).toEqual(['Zebra counter'])
  expect(await list('?status=generated&type=utility_function&q=zebra')).toEqual(['Zebra counter'])
  expect(await list('?status=deployed&type=all&q=zebra')).toEqual([])
  const stats = (await as(owner).get<CodeArtifactStats>('/stats')).body.data
  expect(stats.total).toBeGreaterThan(stats.syntaxValid)
  const saved = await t.app.inject({
    method: 'GET',
    url: `/api/code-artifacts/${made.id}/download`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(saved.headers['content-disposition']).toContain('Zebra_counter.typescript')
  expect(saved.body).toBe(code)
})

describe('review', () => {
  test('is made by another person, on exactly the version that was read', async () => {
    const made = await make()
    expect((await as(owner).post(`/${made.id}/reviews`, { version: 1, decision: 'approved' })).status).toBe(409)
    await as(owner).post(`/${made.id}/review-request`, { version: 1 })
    const second = await as(owner).post(`/${made.id}/versions`, { version: 1, code: `${code}// more\n`, tests })
    expect(second.body.data).toMatchObject({ version: 2, status: 'generated', inReview: false })
    expect((await as(colleague).post(`/${made.id}/reviews`, { version: 1, decision: 'approved' })).status).toBe(409)
    const asked = await as(colleague).post(`/${made.id}/reviews`, { version: 2, decision: 'changes_requested', note: 'Name it' })
    expect(asked.body.data.status).toBe('reviewed')
    const done = await as(colleague).post(`/${made.id}/reviews`, { version: 2, decision: 'approved' })
    expect(done.body.data).toMatchObject({ status: 'approved', reviews: [{ version: 2, isOwn: false }, {}] })
    // The first version is what it was.
    const first = await as(owner).get<{ code: string; hash: string }>(`/${made.id}/versions/1`)
    expect(first.body.data.code).toBe(code)
    expect(first.body.data.hash).not.toBe(done.body.data.hash)
  })

  test('an owner alone in the organization may approve own work, which is shown', async () => {
    const alone = await t.register()
    const made = await make({}, alone)
    const done = await as(alone).post(`/${made.id}/reviews`, { version: 1, decision: 'approved' })
    expect(done.body.data).toMatchObject({ status: 'approved', reviews: [{ isOwn: true }] })
  })

  test('comments stand on lines that exist', async () => {
    const made = await make()
    const commented = await as(colleague).post(`/${made.id}/comments`, { version: 1, line: 2, body: 'Why not a loop?' })
    expect(commented.body.data.comments).toMatchObject([{ line: 2, body: 'Why not a loop?' }])
    expect((await as(colleague).post(`/${made.id}/comments`, { version: 1, line: 99, body: 'x' })).status).toBe(409)
  })
})

describe('tests in the sandbox', () => {
  test('pass and fail with their names; a failed run makes the version failed', async () => {
    const made = await make()
    const good = await as(owner).post(`/${made.id}/test`, { version: 1 })
    expect(good.body.data.testRun).toMatchObject({ passed: true, results: [{ name: 'adds', passed: true }] })
    const wrong = await make({ tests: "test('adds', () => assert.equal(total([]), 1))" })
    const bad = await as(owner).post(`/${wrong.id}/test`, { version: 1 })
    expect(bad.body.data).toMatchObject({ status: 'failed', testRun: { passed: false, results: [{ message: '0 is not 1' }] } })
  })

  test('other languages are judged and never run', async () => {
    const made = await make({ language: 'python', code: 'print(1)\n', tests: 'print(2)' })
    expect((await as(owner).post(`/${made.id}/test`, { version: 1 })).status).toBe(409)
  })
})

describe('deployment', () => {
  test.each([
    ['is one document', 'a: 1\n---\nb: 2\n'],
    ['is no larger than a program may be', `a: &a ${'x'.repeat(5_000)}\nb: [${'*a, '.repeat(80)}]\n`],
  ])('a configuration %s', async (_rule, yaml) => {
    const ready = await approved({ artifactType: 'configuration', language: 'yaml', code: yaml, tests: '' })
    expect(ready.status).toBe('approved')
    expect((await as(owner).post(`/${ready.id}/deploy`, {})).status).toBe(409)
  })

  test('takes approved versions only, by those who may', async () => {
    const made = await make()
    expect((await as(owner).post(`/${made.id}/deploy`, {})).status).toBe(409)
    const ready = await approved()
    const member = await t.addMember(owner.orgId, 'MEMBER')
    expect((await as(member).post(`/${ready.id}/deploy`, {})).status).toBe(403)
    const done = await as(owner).post(`/${ready.id}/deploy`, { environment: 'production', deploymentNotes: 'First' })
    expect(done.body.data).toMatchObject({ status: 'deployed', deployments: [{ version: 1, notes: 'First', isCurrent: true }] })
    expect((await as(owner).remove(`/${ready.id}`)).status).toBe(409)
  })

  test('rolls back to the version before, and the first one is taken out', async () => {
    const { id } = await approved()
    await as(owner).post(`/${id}/deploy`, {})
    await as(owner).post(`/${id}/versions`, { version: 1, code: `${code}// 2\n`, tests })
    await as(colleague).post(`/${id}/reviews`, { version: 2, decision: 'approved' })
    await as(owner).post(`/${id}/deploy`, {})
    const back = (await as(owner).post(`/${id}/rollback`, { environment: 'production' })).body.data
    expect(back.deployments.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ version: 1, isRollback: true }])
    const out = (await as(owner).post(`/${id}/rollback`, { environment: 'production' })).body.data
    expect(out.deployments.some(({ isCurrent }) => isCurrent)).toBe(false)
    expect((await as(owner).remove(`/${id}`)).status).toBe(200)
  })

  test('what imports or offers nothing is refused with the reason', async () => {
    const importing = await approved({ code: "import fs from 'node:fs'\nexport const a = fs\n", tests: '' })
    expect((await as(owner).post(`/${importing.id}/deploy`, {})).body.error).toContain('import nothing')
    const empty = await approved({ code: 'const a = 1\n', tests: '' })
    expect((await as(owner).post(`/${empty.id}/deploy`, {})).body.error).toContain('no function')
  })

  test('documentation becomes a draft of the knowledge base, as the person who deploys', async () => {
    const { id, name } = await approved({ artifactType: 'documentation', language: 'markdown', code: '# How\n', tests: '' })
    expect((await as(owner).post(`/${id}/deploy`, {})).status).toBe(200)
    const { rows } = await t.owner.query('select title from app.knowledge_articles where org_id = $1 and title = $2', [owner.orgId, name])
    expect(rows).toHaveLength(1)
  })
})

test('is not known to others', async () => {
  const { id } = await make()
  const stranger = await t.register()
  for (const path of [`/${id}`, `/${id}/versions/1`]) expect((await as(stranger).get(path)).status).toBe(404)
  expect((await as(stranger).post(`/${id}/deploy`, {})).status).toBe(404)
})
