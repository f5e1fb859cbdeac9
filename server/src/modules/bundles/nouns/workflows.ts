import { z } from 'zod'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { WorkflowFile, workflows } from '@imperium/contract/workflows/workflows.ts'
import { AppError } from '../../../platform/errors.ts'
import { contentOfWorkflow, definitionWithIds } from '../../workflows/index.ts'
import { allRows } from './bundled-noun.ts'
import type { BundledNoun } from './bundled-noun.ts'

const Content = z.strictObject({
  name: z.string(),
  description: z.string(),
  definition: WorkflowDefinition,
  /** What it names, by placeholder: as in the file of one workflow. What is not here is left to be chosen. */
  references: WorkflowFile.shape.references,
})
type Content = z.output<typeof Content>

/** The draft. A new one starts as a draft; one that is published here gets the bundle's as its next version. */
export const bundledWorkflows: BundledNoun<Content> = {
  noun: 'workflows',
  read: 'workflows:read',
  write: 'workflows:write',
  content: Content,
  list: async ({ invoke, context }) => {
    const rows = await allRows(invoke, workflows.list)
    return context.inOrg(async (tx) => {
      const found = []
      for (const { id, name } of rows) found.push({ id, name, content: Content.parse(await contentOfWorkflow(tx, id)) })
      return found
    })
  },
  create: async ({ invoke }, content) =>
    void (await invoke(workflows.import, { body: { format: 'imperium/workflow', formatVersion: 1, ...content } })),
  update: async ({ invoke, context }, id, { name, description, definition, references }) => {
    const { revision, version } = await invoke(workflows.read, { params: { id } })
    const draft = await context.inOrg((tx) => definitionWithIds(tx, definition, references))
    const saved = await invoke(workflows.update, { params: { id }, body: { name, description, draft, revision } })
    if (version === null || !context.may('workflows:publish')) return
    try {
      await invoke(workflows.publish, { params: { id }, body: { note: 'From a bundle', revision: saved.revision } })
    } catch (error) {
      // What stands against publishing is shown with the draft; the published version goes on.
      if (!(error instanceof AppError) || error.status !== 422) throw error
    }
  },
}
