import type { Person } from './people.ts'
import { registerPerson } from './people.ts'
import { withOwner } from './start-server.ts'

export interface Workspace {
  person: Person
  agentId: string
  /** A finished run with several steps. */
  runId: string
  failedRunId: string
  /** Published, with one run that waits for an approval. */
  workflowId: string
  approvalId: string
  dietPlanId: string
  artifactId: string
}

/** Name, type, tools, model, runs a day and failures in a hundred. */
const agents = [
  ['Inbound lead qualifier', 'LEAD_GENERATOR', ['database_query', 'email_send'], 'gpt-4', 38, 2],
  ['Support triage', 'CUSTOMER_SERVICE', ['sentiment_analysis'], 'claude-3-sonnet', 30, 4],
  ['Newsletter writer', 'EMAIL_MARKETER', ['email_send'], 'gpt-4', 17, 1],
  ['Review sentiment watch', 'ANALYTICS', ['sentiment_analysis', 'database_query'], 'gpt-3.5-turbo', 13, 6],
  ['Product page optimizer', 'SEO_OPTIMIZER', [], 'gemini-pro', 8, 0],
  ['Weekly pipeline report', 'SALES', ['database_query', 'email_send'], 'sandbox', 4, 0],
] as const
const pricesMicros: Record<string, number> = { 'gpt-4': 21_000, 'claude-3-sonnet': 9_000, 'gpt-3.5-turbo': 900, 'gemini-pro': 1_400 }

/** An organization at work: agents and runs of today through the API, and the earlier weeks as the meter keeps them. */
export async function seedWorkspace(url: string, dataDir: string): Promise<Workspace> {
  const person = await registerPerson(url, 'Northwind Trading')
  await withOwner(dataDir, (owner) =>
    owner.query(`update auth.organizations set plan_type = 'CONQUEROR', max_agents = 50 where id = $1`, [person.orgId]),
  )
  const ids: string[] = []
  for (const [name, type, capabilities] of agents) {
    const body = { name, type, capabilities, description: `${name} of the sales team`, config: { model: 'sandbox' } }
    ids.push((await person.call<{ id: string }>('POST', '/agents', body)).id)
  }
  await writeHistory(dataDir, person.orgId, ids)
  const [agentId = '', triageId = ''] = ids
  const runId = await run(person, agentId, `How many agents are active? Send the answer to ${person.email}.`)
  const failedRunId = await run(person, triageId, '[[sandbox:error=500]] Sort the new tickets.')
  await run(person, triageId, 'What is the sentiment of: "The new release is wonderful, thank you!"')
  await person.call('PUT', `/agents/${ids[4]}/status`, { status: 'PAUSED' })
  await storeCredential(person)
  await person.call('POST', '/hierarchy/nodes', { name: 'Northern region', type: 'subsidiary' })
  const made = { dietPlanId: await generatePlan(person), artifactId: await writeArtifact(person) }
  return { person, agentId, runId, failedRunId, ...made, ...(await runWorkflow(person)) }
}

async function generatePlan(person: Person): Promise<string> {
  const configs = await person.call<{ id: string; provider: { adapter: string } }[]>('GET', '/ai-models/configs')
  const aiModelConfigId = configs.find(({ provider }) => provider.adapter === 'sandbox')?.id
  const body = { patientName: 'Asha Rao', disease: 'Hypertension', allergies: ['milk'], numberOfDays: 2, aiModelConfigId }
  const { planId } = await person.call<{ planId: string }>('POST', '/diet-plans/generate', body)
  for (;;) {
    const { work } = await person.call<{ work: object | null }>('GET', `/diet-plans/${planId}`)
    if (work === null) return planId
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function writeArtifact(person: Person): Promise<string> {
  const code =
    'export function orderTotal(lines: { cents: number }[]): number {\n  return lines.reduce((sum, line) => sum + line.cents, 0)\n}\n'
  const body = { name: 'Order total', artifactType: 'utility_function', language: 'typescript', reasoning: 'Sums the lines', code }
  return (await person.call<{ id: string }>('POST', '/code-artifacts', body)).id
}

async function storeCredential(person: Person): Promise<void> {
  const body = { name: 'CRM', kind: 'bearer', field: '', hosts: ['crm.example.com'], secret: 'crm_live_0123456789abcdef' }
  await person.call('POST', '/workflow-credentials', body)
}

/** Creates a workflow that waits for an approval, and starts it once. */
async function runWorkflow(person: Person): Promise<{ workflowId: string; approvalId: string }> {
  const definition = {
    steps: [
      { id: 'start', type: 'trigger_manual', name: 'Start' },
      {
        id: 'ask',
        type: 'approval',
        name: 'Ask sales',
        config: { title: 'Answer the lead?', message: 'A large one.' },
        position: { x: 0, y: 120 },
      },
    ],
    edges: [{ from: 'start', to: 'ask' }],
  }
  const body = { name: 'Qualify leads', description: 'From the web form to the follow-up', definition }
  const { id, revision } = await person.call<{ id: string; revision: number }>('POST', '/workflows', body)
  await person.call('POST', `/workflows/${id}/publish`, { note: 'First', revision })
  await person.call('POST', `/workflows/${id}/run`, { input: {} })
  for (;;) {
    const [approval] = await person.call<{ id: string }[]>('GET', '/workflow-approvals?status=pending')
    if (approval) return { workflowId: id, approvalId: approval.id }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function run(person: Person, agentId: string, input: string): Promise<string> {
  const { runId } = await person.call<{ runId: string }>('POST', `/agents/${agentId}/execute`, { input })
  await person.followRun(runId)
  return runId
}

/** Four weeks of runs, fewer at weekends and growing slowly, one row of the meter for every agent and six hours. */
async function writeHistory(dataDir: string, orgId: string, ids: readonly string[]): Promise<void> {
  const columns = agents.map(([, , , model, daily, failing], index) => ({
    id: ids[index],
    model,
    daily,
    failing,
    price: pricesMicros[model] ?? 0,
  }))
  await withOwner(dataDir, (owner) =>
    owner.query(
      `insert into app.usage_pending (id, org_id, at, agent_id, model, runs, completed, failed, latency_ms, model_calls, input_tokens, output_tokens, cost_micros)
       select uuidv7(), $1, at, id, model, runs, runs - failed, failed, runs * (900 + hash % 900), 2 * runs, runs * 1400, runs * 350, runs * price
       from (
         select a.*, at, hash, runs, least(runs, (hash % 100 < failing * 6)::int) as failed
         from jsonb_to_recordset($2::jsonb) as a (id uuid, model text, daily int, failing int, price int)
         cross join generate_series(now() - interval '27 days', now() - interval '3 hours', interval '6 hours') at
         cross join lateral (select abs(hashtext(a.id::text || at::date || extract(hour from at)))::bigint as hash) h
         cross join lateral (
           select round(a.daily / 4.0 * (case when extract(isodow from at) > 5 then 0.45 else 1 end)
                        * (0.75 + (hash % 50) / 100.0) * (1.3 - extract(epoch from now() - at) / 86400 / 40))::int as runs
         ) r
       ) x where runs > 0`,
      [orgId, JSON.stringify(columns)],
    ),
  )
}
