import { recogniseLanguage } from '../../../../platform/text/recognise-language.ts'
import type { RecognisedLanguage } from '../../../../platform/text/recognise-language.ts'
import { isCommon } from './common-words.ts'
import { concepts, conceptsOf, fold } from './concepts.ts'

/** What one word of a question asks for. */
interface QuestionTerm {
  /** As it stands in the question. */
  said: string
  /** In any of these forms it is looked for, by its stem. */
  forms: string[]
  /** Numbers of what it means, in any language. */
  concepts: number[]
}

/** What an answer has to name. */
export type AnswerKind = 'money' | 'moment' | 'duration'

export interface ReadQuestion {
  /** Null: nothing tells it. */
  language: RecognisedLanguage | null
  kinds: AnswerKind[]
  /** What to look for in passages of a language. */
  terms: Readonly<Record<RecognisedLanguage, QuestionTerm[]>>
}

const all: readonly RecognisedLanguage[] = ['en', 'de', 'es', 'fr', 'ja']

const asked: Readonly<Record<AnswerKind, RegExp>> = {
  money:
    /how (?:much|expensive)|price|what does .* cost|wie (?:teuer|viel kostet)|kostet|kosten|preis|cu[aá]nto (?:cuesta|vale|cobran|pago)|precio|combien co[uû]te|prix|tarif|いくら|料金|値段|費用/iu,
  moment:
    /\bwhen\b|what time|what hour|\bwann\b|wie viel uhr|welche[mr]? (?:uhrzeit|tag)|qu[eé] (?:hora|d[ií]a)|cu[aá]ndo|quelle heure|quel jour|\bquand\b|何時|いつ|何曜/iu,
  duration:
    /how (?:long|quick|fast|soon|many (?:days|weeks|months))|wie (?:lange|schnell)|cu[aá]nto (?:tiempo|tarda|dura)|combien de (?:temps|jours)|何日|何年|何分|何時間|どのくらい|いつまで/iu,
}
const named: Readonly<Record<AnswerKind, RegExp>> = {
  money:
    /[€$£¥]\s?\d|\d\s?(?:€|£|%|euros?\b|eur\b|dollars?\b|pounds?\b|pence\b|cents?\b|centimes?\b|percent|prozent|por ciento|pour cent)|[\d一二三四五六七八九十百千万]\s?円|[一二三四五六七八九]割|無料|gratis|\bfree\b|kostenlos|gratuit/iu,
  moment:
    /\d{1,2}[:.]\d\d|\d\s?(?:uhr|h\b|[ap]\.?m\b|horas)|[\d一二三四五六七八九十]時|曜日|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|\b(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b|januar|februar|august|dezember|january|february|december/iu,
  duration:
    /(?:days?|weeks?|months?|years?|hours?|minutes?|tagen?|tage|wochen?|monaten?|monate|jahren?|jahre|stunden?|minuten?|d[ií]as|semanas?|mes(?:es)?|a[nñ]os|horas|minutos|jours?|semaines?|mois|ans|heures?|minutes)\b|[\d一二三四五六七八九十]\s?(?:日|年|か月|ヶ月|週間|時間|分)/iu,
}

const kindsAsked = (q: string): AnswerKind[] => (Object.keys(asked) as AnswerKind[]).filter((kind) => asked[kind].test(q))
export const names = (kind: AnswerKind, text: string): boolean => named[kind].test(text)

const tokensOf = (q: string): string[] => q.match(/[\p{L}\p{N}]+(?:[-'’.][\p{L}\p{N}]+)*/gu) ?? []
const segmentsOf = (q: string): string[] =>
  [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(q)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)

/** Articles that French and Italian names have before an apostrophe, and "s" after one, are no part of the word. */
const withoutElision = (token: string): string => {
  const [first = '', ...rest] = token.split(/['’]/)
  return first.length <= 2 || /^(?:qu|lorsqu|puisqu|jusqu)$/i.test(first) ? rest.join('') || first : first
}
/** "Puis-je", "y a-t-il": pronouns behind a verb. */
const clitic = /-(?:t-)?(?:je|tu|ils?|elles?|on|nous|vous|moi|ce|l[àae]s?|ci)$/i

const particles = new Set(['ab', 'an', 'auf', 'aus', 'ein', 'mit', 'um', 'vor', 'weg', 'zu', 'zurück', 'heraus', 'raus'])

const englishParticles = new Set(['up', 'back', 'in', 'out', 'on'])

/** "Bring it back", "show up": an English verb with the particle behind it, or behind its object. */
function phrasalVerbs(q: string): { verb: string; whole: string }[] {
  const tokens = tokensOf(q.toLowerCase())
  return tokens.flatMap((particle, at) =>
    englishParticles.has(particle) ? tokens.slice(Math.max(0, at - 3), at).map((verb) => ({ verb, whole: verb + particle })) : [],
  )
}

/** "Ich ziehe bald um": the verb is "umziehen". Verbs with the particle that ends their clause. */
function separatedVerbs(q: string): { verb: string; whole: string }[] {
  return q.split(/[,;.!?]/).flatMap((clause) => {
    const tokens = tokensOf(clause)
    const particle = tokens.at(-1)?.toLowerCase() ?? ''
    if (!particles.has(particle)) return []
    return tokens.slice(0, -1).flatMap((verb) => (/^\p{Ll}{3,}$/u.test(verb) ? [{ verb, whole: particle + verb }] : []))
  })
}

/** Japanese words for things that are divided into several. */
const phrases = concepts.flatMap(({ ja }, concept) => ja.filter(({ text }) => text.length >= 3).map(({ text }) => ({ text, concept })))

const isNumeric = (token: string): boolean => /\p{N}/u.test(token)
/** A letter alone, such as the E of E-Auto, says nothing. */
const isTooShort = (token: string, language: RecognisedLanguage): boolean =>
  language === 'ja' ? /^[\p{Script=Latin}]$/u.test(token) : token.length < 2 && !isNumeric(token)

function termOf(said: string, language: RecognisedLanguage): QuestionTerm {
  const parts = said.split('-').filter((part) => part.length >= 3)
  return { said, forms: [said, ...(parts.length > 1 ? parts : [])], concepts: conceptsOf(fold(said), language) }
}

/** The words of a question in its language that tell what it is about. */
function termsIn(q: string, language: RecognisedLanguage): QuestionTerm[] {
  const tokens =
    language === 'ja' ? segmentsOf(q) : tokensOf(q).map((token) => withoutElision(language === 'fr' ? token.replace(clitic, '') : token))
  const meant = tokens.filter((token) => !isTooShort(token, language) && !isCommon(fold(token), language))
  const found = new Map(meant.map((token) => [fold(token), termOf(token, language)]))
  if (language === 'de' || language === 'en')
    for (const { verb, whole } of language === 'de' ? separatedVerbs(q) : phrasalVerbs(q)) {
      const meanings = conceptsOf(fold(whole), language)
      const known = found.get(fold(verb))
      if (known && (meanings.length > 0 || language === 'de'))
        found.set(fold(verb), { ...known, forms: [...known.forms, whole], concepts: [...new Set([...known.concepts, ...meanings])] })
      else if (!known && meanings.length > 0) found.set(fold(verb), { said: verb, forms: [whole], concepts: meanings })
    }
  if (language === 'ja')
    for (const { text, concept } of phrases) {
      if (q.includes(text) && !tokens.some((token) => token.includes(text)))
        found.set(text, { said: text, forms: [text], concepts: [concept] })
    }
  return [...found.values()]
}

/** The language whose common words a short question has, more than of any other. */
function mostCommon(q: string): RecognisedLanguage | null {
  const words = tokensOf(q).map(fold)
  const counts = all
    .map((language) => ({ language, count: words.filter((word) => isCommon(word, language)).length }))
    .toSorted((a, b) => b.count - a.count)
  const [best, second] = counts
  return best && second && best.count > second.count ? best.language : null
}

/** The most words of a question that count; the rest of a long text repeats them. */
const mostTerms = 24

/** What a question looks for, in passages of each language: words by their stems in its own, by what they mean in the others. */
export function readQuestion(q: string): ReadQuestion {
  const language = recogniseLanguage(q) ?? mostCommon(q)
  const spoken = language && termsIn(q, language)
  const terms = Object.fromEntries(
    all.map((each) => {
      const own = spoken ?? termsIn(q, each)
      // A question of nothing but common words is looked for as it is.
      const kept = own.length > 0 ? own : (each === 'ja' ? segmentsOf(q) : tokensOf(q)).map((token) => termOf(token, language ?? each))
      return [each, kept.slice(0, mostTerms)]
    }),
  ) as Record<RecognisedLanguage, QuestionTerm[]>
  return { language, kinds: kindsAsked(q), terms }
}
