import { expect, test } from 'vitest'
import type { Language } from '@imperium/contract/languages.ts'
import { readQuestion } from './read-question.ts'

const ask = (question: string, language: Language = 'en', role: 'all' | 'none' = 'all') =>
  readQuestion(question, { language, may: () => role === 'all' })

/** One line for a question: state, metrics, period and split. */
function meaning(question: string): string {
  const { state, queries } = ask(question)
  const [first] = queries
  return `${state} ${queries.map(({ metric }) => metric).join('|')}${first && state !== 'choice' ? ` ${first.period} ${first.by}` : ''}`.trim()
}

const clear: readonly (readonly [string, string])[] = [
  ['How many agent runs did we have last week?', 'agent_runs 7d time'],
  ['Revenue this year', 'revenue_total 365d time'],
  ['Show me the open rate by campaign in the last 90 days', 'campaign_open_rate 90d campaign'],
  ['new contacts by source this month', 'contacts_new 30d source'],
  ['API errors per key', 'api_errors 30d key'],
  ['failed workflow runs last quarter', 'workflow_runs_failed 90d time'],
  ['tokens by model', 'model_tokens 30d model'],
  ['How many unsubscribes this week', 'campaigns_unsubscribed 7d time'],
  ['MRR', 'revenue_mrr 30d time'],
  ['Wie viele neue Kontakte hatten wir letzte Woche?', 'contacts_new 7d time'],
  ['Umsatz in diesem Jahr', 'revenue_total 365d time'],
  ['Klickrate nach Kampagne', 'campaign_click_rate 30d campaign'],
  ['API-Aufrufe pro Schlüssel', 'api_calls 30d key'],
  ['Abmeldungen letzten Monat', 'campaigns_unsubscribed 30d time'],
  ['¿Cuántos contactos nuevos tuvimos esta semana?', 'contacts_new 7d time'],
  ['tasa de apertura por campaña', 'campaign_open_rate 30d campaign'],
  ['ingresos este año', 'revenue_total 365d time'],
  ['errores de la API en los últimos 90 días', 'api_errors 90d time'],
  ['Combien de nouveaux contacts cette semaine ?', 'contacts_new 7d time'],
  ['taux de clic par campagne', 'campaign_click_rate 30d campaign'],
  ["chiffre d'affaires cette année", 'revenue_total 365d time'],
  ['先週の新規連絡先', 'contacts_new 7d time'],
  ['キャンペーン別の開封率', 'campaign_open_rate 30d campaign'],
  ['今年の売上', 'revenue_total 365d time'],
]

test.each(clear)('reads "%s"', (question, expected) => {
  expect(meaning(question)).toBe(`query ${expected}`)
})

/** Several metrics fit, or it is no metric at all: no number without a question back. */
const unclear = [
  'cost',
  'How much does it cost?',
  'success rate',
  'Kosten',
  'costo',
  'coûts',
  'failed runs',
  'messages',
  'weather in Berlin',
  'How many employees do we have?',
  'net promoter score',
  'Wie ist das Wetter?',
  'cuota de mercado',
  'météo',
  '天気',
  'revenue of Berlin',
  'open rate of the spring campaign',
]

test.each(unclear)('asks back for "%s"', (question) => {
  expect(ask(question).state).not.toBe('query')
})

test('refuses a part that the metric does not have, hides what the reader may not see, and names in their language', () => {
  expect(ask('revenue by agent').state).toBe('refused')
  expect(ask('revenue', 'en', 'none')).toEqual({ state: 'unknown', queries: [], unread: ['revenue'] })
  expect(ask('API errors', 'de').queries[0]?.label).not.toBe(ask('API errors', 'en').queries[0]?.label)
  expect(ask('revenue this month compared to last year').queries[0]).toMatchObject({ compare: 'year', period: '30d' })
})
