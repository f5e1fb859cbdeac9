import { describedAct } from '../../platform/audit/acts.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { searchIn } from '../search/index.ts'
import { reapTick } from '../../platform/leases/reap-tick.ts'
import { documentLeases, exportDocuments } from './documents/documents-store.ts'
import { startDocumentReader } from './documents/read-documents.ts'
import { helpCenterOperations } from './help-center/help-routes.ts'
import { knowledgeOperations } from './routes.ts'
import { sourceOperations } from './sources/source-routes.ts'
import { exportSources, sourceLeases } from './sources/sources-store.ts'
import { startSourceReader } from './sources/sync-source.ts'
import { searchArticles } from './search-articles.ts'
import { exportArticles, exportReads } from './store.ts'

export { DocumentError } from './documents/parse-document.ts'
export { readForeignText } from './documents/read-foreign-text.ts'
export { findCollection } from './collections-store.ts'
export { recordQuestion } from './questions-store.ts'
export { searchForAgent } from './search-for-agent.ts'

export const knowledgeModule: ModuleFactory = (platform) => ({
  name: 'knowledge',
  tables: [
    'knowledge_articles',
    'knowledge_article_versions',
    'knowledge_reads',
    'knowledge_chunks',
    'knowledge_collections',
    'knowledge_documents',
    'knowledge_document_chunks',
    'knowledge_questions',
    'knowledge_help_centers',
    'knowledge_sources',
    'knowledge_source_pages',
    'knowledge_public_votes',
  ],
  acts: {
    sentences: {
      'knowledge.create': describedAct('change', '{actor} wrote the article {target}'),
      'knowledge.update': describedAct('change', '{actor} changed the article {target}'),
      'knowledge.remove': describedAct('change', '{actor} deleted the article {target}'),
      'knowledge.rate': describedAct('change', '{actor} rated the article {target}'),
      'knowledge.createCollection': describedAct('change', '{actor} made the collection {target}'),
      'knowledge.updateCollection': describedAct('change', '{actor} changed the collection {target}'),
      'knowledge.removeCollection': describedAct('change', '{actor} deleted the collection {target}'),
      'knowledge.uploadDocument': describedAct('change', '{actor} uploaded the document {target}'),
      'knowledge.updateDocument': describedAct('change', '{actor} changed the document {target}'),
      'knowledge.retryDocument': describedAct('change', '{actor} had the document {target} read again'),
      'knowledge.removeDocument': describedAct('change', '{actor} deleted the document {target}'),
      'knowledge-sources.create': describedAct('change', '{actor} added the web address {target}'),
      'knowledge-sources.sync': describedAct('change', '{actor} had the web address {target} read again'),
      'knowledge-sources.remove': describedAct('change', '{actor} deleted the web address {target}'),
      'help-center.update': describedAct('change', '{actor} changed the public help center'),
      'knowledge.dismissQuestion': describedAct('change', '{actor} dismissed the question {target}'),
    },
  },
  extensions: [searchIn({ permission: 'knowledge:read', order: 70, find: searchArticles })],
  operations: [...knowledgeOperations(platform), ...sourceOperations(platform), ...helpCenterOperations(platform)],
  exportPerson: async ({ userId, orgIds }) => ({
    knowledgeArticles: await collectInEach(platform.db, orgIds, (tx) => exportArticles(tx, userId)),
    knowledgeReads: await collectInEach(platform.db, orgIds, (tx) => exportReads(tx, userId)),
    knowledgeSources: await collectInEach(platform.db, orgIds, (tx) => exportSources(tx, userId)),
    knowledgeDocuments: await collectInEach(platform.db, orgIds, (tx) => exportDocuments(tx, userId)),
  }),
  ticks: [reapTick(platform, documentLeases), reapTick(platform, sourceLeases)],
  startWorker: async () => {
    const readers = [startDocumentReader(platform), startSourceReader(platform)]
    return {
      stop: async (graceMs) => {
        await Promise.all(readers.map((reader) => reader.stop(graceMs)))
      },
    }
  },
})
