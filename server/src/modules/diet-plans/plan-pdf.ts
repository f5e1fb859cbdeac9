import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import type { Nutrition } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { PdfDocument } from '../../platform/pdf/pdf-document.ts'
import { writePdf } from '../../platform/pdf/write-pdf.ts'
import { foodSource } from './foods/food-table.ts'
import { findConflicts } from './rules/check-plan.ts'
import { referenceOf } from './read-plan.ts'
import type { OpenedPlan } from './read-plan.ts'
import { pdfWords } from './pdf-words.ts'
import { shoppingList } from './shopping-list.ts'
import type { PdfWords } from './pdf-words.ts'

function figures({ calories, protein, carbs, fats }: Nutrition, words: PdfWords): string {
  const grams = (label: string, value: number | null) => `${label} ${value === null ? '–' : `${value} g`}`
  return [`${calories ?? '–'} kcal`, grams(words.protein, protein), grams(words.carbs, carbs), grams(words.fat, fats)].join(' · ')
}

/** A plan to print, in the language of its reader. */
export async function pdfOfPlan({ row, patient, outline, days }: OpenedPlan, language: string, creator: string): Promise<PdfDocument> {
  const words = pdfWords(language)
  const isApproved = row.review === 'approved' && row.review_version === row.version
  const conflicts = await findConflicts(days, patient)
  return {
    language,
    creator,
    title: outline.summary.title || words.title,
    stamp: isApproved ? null : words.notReviewed,
    facts: [
      { label: words.reference, value: `${referenceOf(row.id)} · ${words.version} ${row.version}` },
      { label: words.from, value: row.starts_on },
      { label: words.days, value: String(row.number_of_days) },
      ...(isApproved && row.reviewed_at
        ? [{ label: words.reviewedBy, value: `${row.reviewer_name ?? ''}, ${row.reviewed_at.toISOString().slice(0, 10)}` }]
        : []),
    ],
    parties: [
      { heading: words.patient, lines: [patient.patientName, patient.disease] },
      { heading: words.allergies, lines: patient.allergies.length > 0 ? patient.allergies : ['–'] },
    ],
    columns: [
      { label: words.meal, weight: 2.4 },
      { label: words.ingredients, weight: 4 },
      { label: 'kcal', weight: 0.9, isNumber: true },
    ],
    rows: days.flatMap(({ day, meals, nutrition }) => [
      [`${words.day} ${day}`, figures(nutrition, words), ''],
      ...meals.map(({ mealType, time, name, ingredients, preparation, nutrition: own, unmatched }) => [
        `${time} ${words.mealType(mealType)}: ${name}`,
        `${ingredients.map((each) => `${each.amount} ${each.unit} ${each.name}${each.match ? '' : ' *'}`).join(', ')}. ${preparation}`,
        own.calories === null ? '–' : `${own.calories}${unmatched > 0 ? ' *' : ''}`,
      ]),
    ]),
    sums: [],
    paragraphs: [
      ...(conflicts.length > 0
        ? [
            {
              heading: words.conflicts,
              text: conflicts.map((each) => `${words.day} ${each.day}, ${each.meal}: ${each.ingredient} (${each.rule})`).join('\n'),
            },
          ]
        : []),
      { heading: words.recommendations, text: outline.summary.keyRecommendations.join('\n') },
      { heading: words.avoid, text: outline.foodsToAvoid.join(', ') },
      { heading: words.emphasize, text: outline.foodsToEmphasize.join(', ') },
      { text: `${words.source}: ${foodSource}. ${words.incomplete}` },
      { text: words.disclaimer },
    ].filter(({ text }) => text !== ''),
    pageLabel: words.pages,
  }
}

const weightOf = (grams: number): string => (grams >= 1_000 ? `${(grams / 1_000).toFixed(1)} kg` : `${grams} g`)

/** What is to be bought for all days, in the language of the reader. It names no patient: it is carried through shops. */
export function pdfOfShopping({ row, days }: OpenedPlan, language: string, creator: string): PdfDocument {
  const words = pdfWords(language)
  return {
    language,
    creator,
    title: words.shopping,
    facts: [
      { label: words.reference, value: `${referenceOf(row.id)} · ${words.version} ${row.version}` },
      { label: words.from, value: row.starts_on },
      { label: words.days, value: String(row.number_of_days) },
    ],
    parties: [],
    columns: [
      { label: words.food, weight: 4 },
      { label: words.amount, weight: 1.6, isNumber: true },
    ],
    rows: shoppingList(days, language).map(({ name, grams, others }) => [
      name,
      [...(grams === null ? [] : [weightOf(grams)]), ...others].join(' + '),
    ]),
    sums: [],
    paragraphs: [],
    pageLabel: words.pages,
  }
}

export const shoppingPdf = async (org: { id: string; name: string }, plan: OpenedPlan, language: string): Promise<FileResponse> => ({
  content: await writePdf({ orgId: org.id }, pdfOfShopping(plan, language, org.name)),
  fileName: `${referenceOf(plan.row.id)}-shopping.pdf`,
})

export const planPdf = async (org: { id: string; name: string }, plan: OpenedPlan, language: string): Promise<FileResponse> => ({
  content: await writePdf({ orgId: org.id }, await pdfOfPlan(plan, language, org.name)),
  fileName: `${referenceOf(plan.row.id)}.pdf`,
})
