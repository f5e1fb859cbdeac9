import type { Platform } from '../../../platform/platform.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { createThreadReader, ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import { writeArticleHtml } from './help-store.ts'
import type { PublicArticle } from './help-store.ts'

const askThread = createThreadReader<string, string>(new URL('./article-thread.ts', import.meta.url), { mostMs: 20_000 })

/** The article as HTML, by a thread with limits of time and memory; its plain text if it exceeds them. */
async function renderSafely(body: string): Promise<string> {
  try {
    return await askThread(body)
  } catch (error) {
    if (!(error instanceof ReaderLimitError || error instanceof ReaderFault)) throw error
    return `<pre>${escapeHtml(body)}</pre>`
  }
}

/** Renders a published version that was never shown, and keeps the result: later views only read it. */
export async function renderArticle(
  { db }: Platform,
  orgId: string,
  { id, version, body }: PublicArticle & { body: string; version: number },
) {
  const html = await renderSafely(body)
  await db.withOrg(orgId, (tx) => writeArticleHtml(tx, id, version, html))
}
