import { contactImports } from '@imperium/contract/contacts/contact-imports.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { correctRows, listErrorRows } from './correct-rows.ts'
import { listImports } from './import-store.ts'
import {
  cancelImport,
  createImport,
  exportErrors,
  readImport,
  removeImportFile,
  resumeImport,
  startImport,
  undoImport,
  uploadPiece,
} from './manage-imports.ts'
import { previewImport } from './preview-import.ts'

export const importOperations = (platform: Platform) =>
  bindOperations(contactImports, {
    list: async ({ query: { limit, cursor } }, { tx, org }) => {
      const scope = { orgId: org.id, list: 'contact-imports', filter: {} }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as [string, string]) : null
      const { rows, last } = await listImports(tx, { limit, after })
      return { rows, nextCursor: last ? platform.cursors.encode(scope, last) : null }
    },
    create: ({ body }, context) => createImport(platform, context, body),
    read: ({ params }, { tx }) => readImport(tx, params.id),
    upload: ({ params, query, body }, context) => uploadPiece(platform, context, params.id, { offset: query.offset, bytes: body.bytes }),
    preview: ({ params, body }, context) => previewImport(platform, context, params.id, body),
    start: ({ params, body }, context) => startImport(platform, context, params.id, body.settings),
    cancel: ({ params }, context) => cancelImport(platform, context, params.id),
    resume: ({ params }, context) => resumeImport(platform, context, params.id),
    removeFile: ({ params }, context) => removeImportFile(platform, context, params.id),
    undo: ({ params }, context) => undoImport(platform, context, params.id),
    errorRows: ({ params, query }, context) => listErrorRows(context, params.id, query.after),
    correct: ({ params, body }, context) => correctRows(platform, context, params.id, body.rows),
    errors: ({ params }, context) => exportErrors(context, params.id),
  })
