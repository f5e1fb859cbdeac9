import type { PageResponse } from '@imperium/contract/kit/endpoint.ts'
import { chooseLanguage } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { AppError } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { languageChosenIn, paragraph, publicPage } from '../../../platform/public-page.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { writeMoment } from '../../../platform/text/write-date.ts'
import { findProfile, isSuspended } from '../../organizations/index.ts'
import { writeValue } from '../../analytics/index.ts'
import { changeText, valueText } from '../files/report-table.ts'
import { findDefinition } from '../present-report.ts'
import { lastDoneRun } from '../run-store.ts'
import { readerOf, seeAnswer } from '../see-answer.ts'
import { reportTexts } from '../texts/report-texts.ts'
import { hashToken, openShare } from './change-shares.ts'
import { countOpening, orgOfShare } from './share-store.ts'

const style = `
main{max-width:720px}
table{width:100%;border-collapse:collapse;margin:0 0 12px}
th,td{padding:8px 0;border-bottom:1px solid var(--border);vertical-align:top;text-align:left}
th{font-size:13px;font-weight:400;color:var(--text-2)}
.num{text-align:right;white-space:nowrap;padding-left:16px;font-variant-numeric:tabular-nums}
`

/** The newest run of a report, with the metrics that a viewer may see. Nothing is computed, and no other page can be reached from it. */
export async function showSharedReport(platform: Platform, context: PublicContext, token: string): Promise<PageResponse> {
  const language = languageChosenIn(context.search()) ?? chooseLanguage(context.header('accept-language')?.slice(0, 400))
  const tokenHash = hashToken(token)
  const orgId = await platform.db.withSystem((tx) => orgOfShare(tx, tokenHash))
  const texts = reportTexts[language]
  if (!orgId) return refusal(language, 404, texts.link.gone)
  try {
    return await platform.db.withOrg(orgId, async (tx) => {
      const share = await openShare(tx, tokenHash, platform.clock.now())
      const definition = await findDefinition(tx, share.reportId, language)
      const profile = await findProfile(tx, orgId)
      if (share.audience !== 'anyone' || !definition || !profile || (await isSuspended(tx))) return refusal(language, 404, texts.link.gone)
      const kept = await lastDoneRun(tx, share.reportId)
      if (!kept) return refusal(language, 200, texts.link.notRun)
      if (context.method !== 'HEAD') await countOpening(tx, share.id)
      const answer = seeAnswer(kept.answer, definition, readerOf({ role: 'VIEWER' }, language))
      const asOf = writeMoment(new Date(answer.asOf), { language, timeZone: answer.timeZone, dateFormat: null, timeFormat: null })
      const rows = answer.results.map(
        (result) =>
          `<tr><td>${escapeHtml(result.label)}</td><td class="num">${escapeHtml(valueText(result, language))}</td>` +
          `<td class="num">${escapeHtml(writeValue(result.previous, result, language))}</td><td class="num">${escapeHtml(changeText(result, language))}</td></tr>`,
      )
      const heads = [texts.table.value, texts.table.previous, texts.table.change].map(
        (head) => `<th scope="col" class="num">${escapeHtml(head)}</th>`,
      )
      return publicPage({
        language,
        speaker: { name: profile.name, contactEmail: '' },
        title: definition.name,
        content:
          paragraph(`${answer.from} – ${answer.to}`) +
          `<table><thead><tr><th scope="col">${escapeHtml(texts.table.metric)}</th>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>` +
          paragraph(`${texts.table.asOf}: ${asOf}`),
        moreStyle: style,
      })
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refusal(language, error.status, error.status === 410 ? texts.link.expired : texts.link.gone)
  }
}

const refusal = (language: Language, status: number, text: string): PageResponse =>
  publicPage({
    language,
    // Whose link it was is not known.
    speaker: null,
    title: reportTexts[language].table.report,
    content: paragraph(text),
    status,
  })
