import type { OrgTx } from '../../../platform/db/database.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { Turn } from '../../../platform/jobs/turns.ts'
import type { Platform } from '../../../platform/platform.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { createThreadReader, ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import { findPublicArticle, writeArticleHtml } from './help-store.ts'
import type { ArticleText, PublicArticle } from './help-store.ts'

const askThread = createThreadReader<string, string>(new URL('./article-thread.ts', import.meta.url), { mostMs: 20_000 })

/** The article as HTML, by a thread with limits of time and memory; its plain text if it exceeds them. */
async function renderSafely(turn: Turn, body: string): Promise<string> {
  try {
    return await askThread(body, { turn })
  } catch (error) {
    if (!(error instanceof ReaderLimitError || error instanceof ReaderFault)) throw error
    return `<pre>${escapeHtml(body)}</pre>`
  }
}

/** Renders a published version that was never rendered, and keeps the result: views only read it. */
export async function renderArticle(
  { db }: Platform,
  turn: Turn,
  { id, version, body }: Pick<PublicArticle & ArticleText, 'id' | 'version' | 'body'>,
): Promise<void> {
  const html = await renderSafely(turn, body)
  await db.withOrg(turn.orgId, (tx) => writeArticleHtml(tx, id, version, html))
}

interface RenderingData {
  orgId: string
  articleId: string
}
const jobName = 'knowledge-render-article'

/** Has what readers of the help center will see rendered as soon as the transaction that publishes it has ended. */
export const queueRendering = ({ jobs }: Platform, tx: OrgTx, articleId: string): Promise<void> =>
  jobs.send<RenderingData>(tx, jobName, { orgId: tx.orgId, articleId })

export const renderingJob = (platform: Platform): JobDefinition<RenderingData> => ({
  name: jobName,
  lane: 'transactional',
  run: async ({ orgId, articleId }) => {
    // A view may have come first; what was taken back is not shown.
    const article = await platform.db.withOrg(orgId, (tx) => findPublicArticle(tx, articleId))
    if (article?.html === null) await renderArticle(platform, { orgId }, article)
  },
})
