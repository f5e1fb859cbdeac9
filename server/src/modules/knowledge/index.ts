import { describedAct } from '../../platform/audit/acts.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { searchIn } from '../search/index.ts'
import { knowledgeOperations } from './routes.ts'
import { searchArticles } from './search-articles.ts'
import { exportArticles, exportReads } from './store.ts'

export const knowledgeModule: ModuleFactory = (platform) => ({
  name: 'knowledge',
  tables: ['knowledge_articles', 'knowledge_article_versions', 'knowledge_reads', 'knowledge_chunks'],
  acts: {
    sentences: {
      'knowledge.create': describedAct('change', '{actor} wrote the article {target}'),
      'knowledge.update': describedAct('change', '{actor} changed the article {target}'),
      'knowledge.remove': describedAct('change', '{actor} deleted the article {target}'),
      'knowledge.rate': describedAct('change', '{actor} rated the article {target}'),
    },
  },
  extensions: [searchIn({ permission: 'knowledge:read', order: 70, find: searchArticles })],
  operations: knowledgeOperations(platform),
  exportPerson: async ({ userId, orgIds }) => ({
    knowledgeArticles: await collectInEach(platform.db, orgIds, (tx) => exportArticles(tx, userId)),
    knowledgeReads: await collectInEach(platform.db, orgIds, (tx) => exportReads(tx, userId)),
  }),
})
