import { describedAct } from '../../platform/audit/acts.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { searchIn } from '../search/index.ts'
import { writeSandboxOutput } from '../../platform/llm/sandbox/written-outputs.ts'
import { reapTick } from '../../platform/leases/reap-tick.ts'
import { documentLeases, exportDocuments } from './documents/documents-store.ts'
import { startDocumentReader } from './documents/read-documents.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { keepForRetention } from '../../platform/retention.ts'
import { helpCenterOperations } from './help-center/help-routes.ts'
import { renderingJob } from './help-center/render-article.ts'
import { knowledgeOperations } from './routes.ts'
import { sourceOperations } from './sources/source-routes.ts'
import { exportSources, sourceLeases } from './sources/sources-store.ts'
import { startSourceReader } from './sources/sync-source.ts'
import { rankingName } from './search/rerank-passages.ts'
import { searchArticles } from './search/search-articles.ts'
import { startIndexBuilder } from './vectors/build-index.ts'
import { testQuestionOperations } from './test-questions/test-question-routes.ts'
import { exportTestQuestions } from './test-questions/test-questions-store.ts'
import { indexOperations } from './vectors/index-routes.ts'
import { indexLeases } from './vectors/indexes-store.ts'
import { exportArticles, exportReads } from './store.ts'
import { questionHistory } from './questions-store.ts'

export { DocumentError } from './documents/parse-document.ts'
export { readForeignText } from './documents/read-foreign-text.ts'
export { findCollection, namedCollections } from './collections-store.ts'
export { recordQuestion } from './questions-store.ts'
export { scopeOfReader } from './passages-store.ts'
export { embeddedText, hashOf, productPassages, readProductVectors } from './vectors/product-vectors.ts'
export { quantize, signsOf, similarityOf, toUnit } from './vectors/quantize.ts'
export { findCandidates } from './vectors/vectors-store.ts'
export { publicSources } from './help-center/public-addresses.ts'
export { readFilter } from './search/filter-documents.ts'
export { searchForAgent } from './search/search-for-agent.ts'

const knowledgeActs: ModuleActs = {
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
    'knowledge-sources.update': describedAct('change', '{actor} changed the web address {target}'),
    'knowledge-sources.sync': describedAct('change', '{actor} had the web address {target} read again'),
    'knowledge-sources.remove': describedAct('change', '{actor} deleted the web address {target}'),
    'knowledge-index.update': describedAct('change', '{actor} changed how the knowledge base is searched'),
    'knowledge-index.rebuild': describedAct('change', '{actor} had the knowledge base indexed again'),
    'knowledge-tests.create': describedAct('change', '{actor} kept the test question {target}'),
    'knowledge-tests.remove': describedAct('change', '{actor} deleted the test question {target}'),
    'knowledge-tests.run': describedAct('change', '{actor} asked the test questions of the knowledge base'),
    'help-center.update': describedAct('change', '{actor} changed the public help center'),
    'help-center.setLogo': describedAct('change', '{actor} changed the logo of the public help center'),
    'help-center.removeLogo': describedAct('change', '{actor} removed the logo of the public help center'),
    'knowledge.dismissQuestion': describedAct('change', '{actor} dismissed the question {target}'),
  },
}

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
    'knowledge_words',
    'knowledge_questions',
    'knowledge_help_centers',
    'knowledge_sources',
    'knowledge_source_pages',
    'knowledge_public_votes',
    'knowledge_search_settings',
    'knowledge_indexes',
    'knowledge_signatures',
    'knowledge_vectors',
    'knowledge_test_questions',
  ],
  acts: knowledgeActs,
  extensions: [
    keepForRetention(questionHistory),
    searchIn({ permission: 'knowledge:read', order: 70, find: searchArticles }),
    // The sandbox model judges nothing: the order stays.
    writeSandboxOutput(rankingName, () => ({ order: [] })),
  ],
  operations: [
    ...knowledgeOperations(platform),
    ...sourceOperations(platform),
    ...helpCenterOperations(platform),
    ...indexOperations(platform),
    ...testQuestionOperations(platform),
  ],
  exportPerson: async ({ userId, orgIds }) => ({
    knowledgeArticles: await collectInEach(platform.db, orgIds, (tx) => exportArticles(tx, userId)),
    knowledgeTestQuestions: await collectInEach(platform.db, orgIds, (tx) => exportTestQuestions(tx, userId)),
    knowledgeReads: await collectInEach(platform.db, orgIds, (tx) => exportReads(tx, userId)),
    knowledgeSources: await collectInEach(platform.db, orgIds, (tx) => exportSources(tx, userId)),
    knowledgeDocuments: await collectInEach(platform.db, orgIds, (tx) => exportDocuments(tx, userId)),
  }),
  leases: [documentLeases, sourceLeases, indexLeases],
  jobs: [renderingJob(platform)] as JobDefinition[],
  ticks: [reapTick(platform, documentLeases), reapTick(platform, sourceLeases), reapTick(platform, indexLeases)],
  startWorker: async () => {
    const readers = [startDocumentReader(platform), startSourceReader(platform), startIndexBuilder(platform)]
    return {
      stop: async (graceMs) => {
        await Promise.all(readers.map((reader) => reader.stop(graceMs)))
      },
    }
  },
})
