import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import type { SearchTrial } from '@imperium/contract/knowledge/knowledge-index.ts'
import { strengths } from '@imperium/contract/knowledge/retrieval.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { registerOnLargePlan, runsOf, until } from '../../testing/test-runs.ts'
import { askSets, figuresOf, languages } from '../../../../bench/knowledge/languages/measure-languages.ts'

test('measure', { timeout: 300_000 }, async () => {
  const t = await createTestApp({ log: 'error' })
  const user = await registerOnLargePlan(t)
  await t.startWorkers()
  const docs = Object.values(languages).flatMap((c) => c.documents)
  for (const [name, body] of docs)
    await t.call('POST', `/api/knowledge/documents?name=${name}`, { token: user.token, body: Buffer.from(body), headers: { 'content-type': 'application/octet-stream' } })
  await until(async () => (await t.call<unknown[]>('GET', '/api/knowledge/documents?limit=100&status=ready', { token: user.token })).body.data.length === docs.length)
  if (process.env['EMB'] === 'none') await t.call('PUT', '/api/knowledge/index', { token: user.token, body: { embedding: 'none' } })
  const runs = runsOf(t, user)
  const agent = await runs.agent({ config: { model: 'sandbox' }, capabilities: ['knowledge_search'] })
  const search = async (q: string) => {
    const r = await t.call<SearchTrial>('GET', `/api/knowledge/index/search?q=${encodeURIComponent(q)}`, { token: user.token })
    if (r.status !== 200) throw new Error(JSON.stringify(r.body))
    return r.body.data.passages
  }
  const out: string[] = []
  for (const which of (process.env['SETS'] ?? 'tuning').split(',') as ('tuning' | 'closed')[]) {
    const asked = await askSets(which, { search, answer: process.env['RUNS'] ? (q) => runs.run(agent, q) : async (q) => { const best = (await search(q)).filter((p) => !(p.articleId && p.articleId.length < 36)).find((p) => p.isAnswer && p.strength >= strengths.possible); return { citations: (best ? [best] : []) as never } } })
    out.push(which, JSON.stringify(figuresOf(asked)))
    for (const l of Object.keys(languages) as 'en'[]) out.push(`${l} ${JSON.stringify(figuresOf(asked, l))}`)
    if (which === 'tuning') for (const a of asked) {
      const bad = a.answer === null ? a.isAnswered : !a.isAnswered || a.rank !== 1
      if (bad || process.env['ALL']) out.push(`${bad ? 'BAD' : 'ok '} ${a.language} rank=${a.rank} str=${a.strength} ans=${a.isAnswered} | ${a.question} -> ${a.answer}`)
      if (bad && process.env['TOP']) for (const p of (await search(a.question)).slice(0, 3)) out.push(`      ${p.strength} ${p.score} ${p.title}#${p.headings.at(-1)} [${p.words.join(',')}] sim=${p.similarity}`)
    }
  }
  writeFileSync('/tmp/quality.txt', out.join('\n'))
  await t.close()
})
