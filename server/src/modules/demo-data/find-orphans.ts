import { agents } from '@imperium/contract/agents.ts'
import { codeArtifacts } from '@imperium/contract/code-artifacts/code-artifacts.ts'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import { contactImports } from '@imperium/contract/contacts/contact-imports.ts'
import { segments } from '@imperium/contract/contacts/segments.ts'
import { integrations } from '@imperium/contract/integrations.ts'
import { entities } from '@imperium/contract/entities/entities.ts'
import { reports } from '@imperium/contract/reports/reports.ts'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import type { Invoke } from '../../platform/operations/invoke.ts'
import { demoAgents, demoCampaigns, demoReports, demoSegments, demoWorkflow, importName } from './content.ts'
import { demoArtifacts } from './more-content.ts'
import { demoConnection } from './sales-content.ts'
import { demoProperties, demoViewings } from './entity-content.ts'
import type { DemoEntity, DemoRecords } from './store.ts'

interface Made {
  id: string
  name: string
  createdAt: string
}

/** The database's clock may differ from that of the process. */
const marginMs = 60_000

/**
 * The records with what a load made and did not record, because its process died in between: things with a name of the demo data, made
 * since it began. At most one of each kind.
 */
export async function withOrphans(invoke: Invoke, records: DemoRecords): Promise<DemoRecords> {
  if (records.since === null) return records
  const since = Date.parse(records.since) - marginMs
  const among = async (names: readonly string[], known: readonly string[], list: (name: string) => Promise<readonly Made[]>) => {
    const found: string[] = [...known]
    for (const name of names)
      for (const made of await list(name))
        if (made.name === name && Date.parse(made.createdAt) >= since && !found.includes(made.id)) found.push(made.id)
    return found
  }
  const page = (q: string) => ({ query: { q, limit: '50' } })
  const imports = await invoke(contactImports.list, { query: { limit: '50' } })
  const lost = imports.rows.find(({ fileName, createdAt }) => fileName === importName && Date.parse(createdAt) >= since)
  return {
    ...records,
    agents: await among(
      demoAgents.map(({ body }) => body.name),
      records.agents,
      async (name) => (await invoke(agents.list, page(name))).rows,
    ),
    segments: await among(
      demoSegments.map(({ name }) => name),
      records.segments,
      async (name) => (await invoke(segments.list, page(name))).rows,
    ),
    campaigns: await among(
      demoCampaigns.map(({ name }) => name),
      records.campaigns,
      async (name) => (await invoke(campaigns.list, page(name))).rows,
    ),
    workflows: await among([demoWorkflow('').name], records.workflows, async (name) => (await invoke(workflows.list, page(name))).rows),
    reports: await among(
      demoReports.map(({ name }) => name),
      records.reports,
      async (name) => invoke(reports.list, { query: { q: name } }),
    ),
    codeArtifacts: await among(
      demoArtifacts.map(({ name }) => name),
      records.codeArtifacts,
      async (name) => (await invoke(codeArtifacts.list, page(name))).rows,
    ),
    connections: await among([demoConnection.name], records.connections, async (name) =>
      (await invoke(integrations.connections, { query: { q: name } })).map((made) => ({ ...made, createdAt: made.connectedAt ?? '' })),
    ),
    entities: await withLostEntities(invoke, records.entities, since),
    importId: records.importId ?? lost?.id ?? null,
  }
}

/** A definition that was drafted and not recorded has no records yet. */
async function withLostEntities(invoke: Invoke, known: readonly DemoEntity[], since: number): Promise<DemoEntity[]> {
  const found = [...known]
  for (const { entityName } of [demoProperties, demoViewings]) {
    const { rows } = await invoke(entities.list, { query: { q: entityName, limit: '50' } })
    const lost = rows.find((row) => row.entityName === entityName && Date.parse(row.createdAt) >= since)
    if (lost && !found.some(({ id }) => id === lost.id)) found.push({ id: lost.id, name: entityName, records: [] })
  }
  return found
}
