import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { loadTemplates } from '../../../platform/text/liquid.ts'
import type { Templates } from '../../../platform/text/liquid.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isInUse, nameOf } from '../../organizations/index.ts'
import { compileProgram } from '../core/program.ts'
import type { Program } from '../core/program.ts'
import type { StepDefinition } from '../steps/step-type.ts'
import { workflowTriggersChanged } from './workflow-signals.ts'

/** What a run needs when it begins, besides its program. */
export interface WorkflowHead {
  workflowName: string
  organizationName: string
  isSuspended: boolean
}

export interface Programs {
  /** A published version, compiled. Versions are immutable. @throws 404 without it. */
  ofVersion(tx: OrgTx, workflowId: string, version: number): Promise<Program>
  known(orgId: string, workflowId: string, version: number): Program | undefined
  ofDraft(definition: WorkflowDefinition): Program
  /** The definition of a run on a draft. @throws 404 without it. */
  ofRun(tx: OrgTx, runId: string): Promise<Program>
  /** Cached for at most two seconds. @throws 404 without the workflow, 409 when the organization is suspended. */
  head(orgId: string, workflowId: string, inTx: <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>): Promise<WorkflowHead>
  templates: Templates
}

const mostPrograms = 1_000
const headMs = 2_000

export async function createPrograms(platform: Platform, types: ReadonlyMap<string, StepDefinition>): Promise<Programs> {
  const templates = await loadTemplates()
  const programs = new LRUCache<string, Program>({ max: mostPrograms })
  const heads = new LRUCache<string, WorkflowHead>({ max: 10_000, ttl: headMs })
  platform.live.on(workflowTriggersChanged, ({ orgId }) => {
    for (const key of heads.keys()) if (key.startsWith(orgId)) heads.delete(key)
  })
  const nameOf = (orgId: string, workflowId: string, version: number) => `${orgId} ${workflowId} ${version}`
  const ofDraft = (definition: WorkflowDefinition) => compileProgram(types, templates, definition)
  return {
    templates,
    ofDraft,
    known: (orgId, workflowId, version) => programs.get(nameOf(orgId, workflowId, version)),
    ofVersion: async (tx, workflowId, version) => {
      const name = nameOf(tx.orgId, workflowId, version)
      const known = programs.get(name)
      if (known) return known
      const row = await tx
        .selectFrom('workflow_versions')
        .select('definition')
        .where('workflow_id', '=', workflowId)
        .where('version', '=', version)
        .executeTakeFirst()
      if (!row) throw notFound()
      const program = ofDraft(WorkflowDefinition.parse(row.definition))
      programs.set(name, program)
      return program
    },
    ofRun: async (tx, runId) => {
      const row = await tx.selectFrom('workflow_runs').select('definition').where('id', '=', runId).executeTakeFirst()
      if (!row?.definition) throw notFound()
      return ofDraft(WorkflowDefinition.parse(row.definition))
    },
    head: async (orgId, workflowId, inTx) => {
      const name = `${orgId} ${workflowId}`
      const head = heads.get(name) ?? (await inTx((tx) => readHead(tx, workflowId)))
      if (!head) throw notFound()
      heads.set(name, head, { noUpdateTTL: true })
      if (head.isSuspended) throw conflict('The organization is suspended and read-only.', 'ORGANIZATION_SUSPENDED')
      return head
    },
  }
}

async function readHead(tx: OrgTx, workflowId: string): Promise<WorkflowHead | undefined> {
  const { rows } = await sql<WorkflowHead>`
    select w.name as "workflowName", ${nameOf(sql`w.org_id`)} as "organizationName", not ${isInUse(sql`w.org_id`)} as "isSuspended"
    from app.workflows w where w.org_id = ${tx.orgId} and w.id = ${workflowId} and w.deleted_at is null`.execute(tx)
  return rows[0]
}
