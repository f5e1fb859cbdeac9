import type { knowledge } from '@imperium/contract/knowledge.ts'
import { newId } from '../../platform/ids.ts'
import type { Handlers, OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { deleteCollection, findCollection, insertCollection, listCollections, setCollection, toCollection } from './collections-store.ts'
import { removeDocument, retryDocument, updateDocument, uploadDocument } from './documents/change-documents.ts'
import { findDocument, listDocuments, listPassages, toDocument } from './documents/documents-store.ts'
import { closeQuestion, listQuestions, toQuestion } from './questions-store.ts'
import type { Reader } from './store.ts'

type Operations = typeof knowledge
type LibraryHandlers = Pick<Handlers<Operations>, Extract<keyof Operations, `${string}${'Collection' | 'Document' | 'Question'}${string}`>>

/** Collections, documents and unanswered questions. */
export function libraryRoutes(platform: Platform, readerOf: (context: OrgContext) => Reader): LibraryHandlers {
  const showCollection = async ({ tx }: OrgContext, id: string) => toCollection(found(await findCollection(tx, id)))
  const showDocument = async (context: OrgContext, id: string) => toDocument(found(await findDocument(context.tx, readerOf(context), id)))
  return {
    listCollections: async (_, { tx }) => (await listCollections(tx)).map((row) => toCollection(row)),
    createCollection: async ({ body }, context) => {
      const id = newId()
      await insertCollection(context.tx, id, body)
      context.audit({ targetId: id, targetName: body.name, after: body })
      return showCollection(context, id)
    },
    updateCollection: async ({ params, body }, context) => {
      const { name, description, answersContacts } = await showCollection(context, params.id)
      await setCollection(context.tx, params.id, body, platform.clock.now())
      context.audit({ targetId: params.id, targetName: body.name, before: { name, description, answersContacts }, after: body })
      return showCollection(context, params.id)
    },
    removeCollection: async ({ params }, { tx, audit }) => {
      audit({ targetName: await deleteCollection(tx, params.id) })
      return null
    },
    listDocuments: async ({ query: { limit, cursor, ...filter } }, context) => {
      const scope = { orgId: context.org.id, list: 'knowledge-documents', filter }
      const afterId = cursor ? String(platform.cursors.decode(scope, cursor)[0]) : null
      const rows = await listDocuments(context.tx, readerOf(context), { ...filter, limit: limit + 1, afterId })
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return { rows: page.map((row) => toDocument(row)), nextCursor: last ? platform.cursors.encode(scope, [last.id]) : null }
    },
    uploadDocument: ({ query, body }, context) => uploadDocument(platform, context, { ...query, bytes: body.bytes }),
    readDocument: async ({ params, query }, context) => ({
      ...(await showDocument(context, params.id)),
      shown: await listPassages(context.tx, params.id, query.from),
    }),
    updateDocument: async ({ params, body }, context) => {
      await updateDocument(platform, context, params.id, body)
      return showDocument(context, params.id)
    },
    retryDocument: async ({ params }, context) => {
      await retryDocument(platform, context, params.id)
      return showDocument(context, params.id)
    },
    removeDocument: ({ params }, context) => removeDocument(platform, context, params.id),
    listQuestions: async (_, { tx }) => (await listQuestions(tx)).map((row) => toQuestion(row)),
    dismissQuestion: async ({ params }, { tx, audit }) => {
      const { question } = found(await closeQuestion(tx, params.id, 'dismissed'))
      audit({ targetName: question })
      return null
    },
  }
}
