export type RecognisedLanguage = 'en' | 'de' | 'es' | 'fr' | 'ja'

/** The most frequent short words of each language, and those of lists and opening hours; those of several languages count for each of them. */
const words: Readonly<Record<Exclude<RecognisedLanguage, 'ja'>, string>> = {
  en: 'the a an without within per day days us me my i of and to in is are was were be been it its that this these those for on with as by at from or an have has had not you your we our they their he she his her will would can could should may if when which what who how there than then do does did no yes but so about into up out all any more only other please after before each every monday tuesday wednesday thursday friday saturday sunday price product colour color free',
  de: 'ohne pro tag tage tagen unser unsere diese dieser dieses der die das den dem des ein eine einen einem einer eines und oder ist sind war waren wird werden wurde nicht kein keine mit von zu zum zur im in am an auf für bei nach vor aus über unter durch um als wie wenn dass ob ich du er sie es wir ihr ihre ihren ihnen sein seine haben hat hatte kann können muss müssen soll auch nur noch schon sehr mehr bitte innerhalb sich man per bis ab seit gegen montag dienstag mittwoch donnerstag freitag samstag sonntag uhr preis produkt farbe kostenlos',
  es: 'a día nuestra nuestro el la los las un una unos unas y o es son era fue ser está están que de del al en con por para sin sobre entre desde hasta como cuando donde si no se su sus lo le les nos me te mi tu este esta estos estas eso pero más muy ya también puede pueden debe hay todo todos cada usted ustedes día días después antes lunes martes miércoles jueves viernes sábado domingo precio producto color gratis',
  fr: 'le la les un une des du de et ou est sont était être a ont que qui quoi dans en avec pour par sans sur sous entre depuis vers chez comme quand où si ne pas plus se sa son ses leur leurs ce cette ces cet il elle ils elles nous vous je tu on mais aussi très peut peuvent doit tout tous toute chaque au aux votre vos notre après avant jours lundi mardi mercredi jeudi vendredi samedi dimanche prix produit couleur gratuit',
}
const lists = Object.entries(words).map(([language, list]) => [language as RecognisedLanguage, new Set(list.split(' '))] as const)
/** Letters that mostly one of these languages has. */
const letters: readonly [RecognisedLanguage, RegExp][] = [
  ['de', /[ßäöü]/g],
  ['es', /[ñ¿¡áíóú]/g],
  ['fr', /[çèêëàâîïôœûù]/g],
]
/** Enough to tell, and no more than is read in a moment. */
const mostCharacters = 40_000

/** The language of a text, of those whose words the search knows; null where nothing tells it. */
export function recogniseLanguage(text: string): RecognisedLanguage | null {
  const sample = text.slice(0, mostCharacters).toLowerCase()
  const kana = sample.match(/[\u3041-\u309f\u30a1-\u30ff\uff66-\uff9f]/g)?.length ?? 0
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0
  // A line of Japanese says as much as some words of others, names of products aside.
  if (kana > 0 && kana * 3 >= latin) return 'ja'
  // Lists of goods have Han characters alone. Japanese is the only one of these languages that is written with them.
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0
  if (han > 1 && han * 3 >= latin) return 'ja'
  const found = sample.match(/\p{Script=Latin}+/gu) ?? []
  if (found.length === 0) return null
  const scores = new Map<RecognisedLanguage, number>(
    lists.map(([language, list]) => [language, found.filter((word) => list.has(word)).length]),
  )
  for (const [language, pattern] of letters) scores.set(language, (scores.get(language) ?? 0) + (sample.match(pattern)?.length ?? 0) / 3)
  const [[best, most] = [null, 0], [, second] = [null, 0]] = [...scores].toSorted(([, a], [, b]) => b - a)
  // Lists of names and codes have hardly a word of any language.
  return most - second >= 0.6 && most >= 1 && most >= found.length * 0.04 ? best : null
}
