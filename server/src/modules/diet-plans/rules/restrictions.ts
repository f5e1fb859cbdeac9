import { allergenFinder, plainText } from './find-allergens.ts'

interface Restriction {
  names: RegExp
  /** Foods that break it. */
  foods: RegExp
  without?: RegExp
  allergies?: readonly string[]
}

const meat =
  /\b(meat|beef|veal|pork|ham|bacon|lamb|mutton|goat|venison|rabbit|chicken|turkey|duck|goose|poultry|sausages?|salami|prosciutto|chorizo|pepperoni|pate|lard|gelatine?|carne|ternera|vaca|cerdo|jamon|pollo|pavo|cordero|chorizo|viande|boeuf|veau|porc|jambon|poulet|dinde|agneau|canard|fleisch|rind|rindfleisch|kalb|schwein|schweinefleisch|schinken|speck|huhn|huhnchen|hahnchen|pute|lamm|wurst|keema|murgh|gosht)\b|fleisch|schinken|肉|ハム|ベーコン|ソーセージ|チキン|ゼラチン/u
const pork =
  /\b(pork|ham|bacon|lard|prosciutto|pancetta|chorizo|salami|pepperoni|gelatine?|cerdo|jamon|tocino|manteca de cerdo|porc|jambon|lardons?|manteca)\b|schwein|schinken|speck|(?<!butter)schmalz|豚|ハム|ベーコン|ラード/u
const alcohol =
  /\b(wine|beer|rum|brandy|vodka|whisk(e)?y|liqueur|sherry|sake|mirin|vino|cerveza|vin|biere|wein|bier|likor)\b|ワイン|ビール|日本酒|みりん/u
const honey = /\b(honey|miel|honig|beeswax)\b|蜂蜜|はちみつ/u
const rootVegetables =
  /\b(onions?|garlic|potato(es)?|carrots?|radish(es)?|beets?|beetroots?|ginger|leeks?|shallots?|turnips?|cebollas?|ajo|zwiebeln?|knoblauch|oignons?|ail)\b/u
const onionGarlic = /\b(onions?|garlic|shallots?|leeks?|scallions?|cebollas?|ajo|zwiebeln?|knoblauch|oignons?|ail)\b/u
const meatless =
  /\b(vegan|vegetarian|plant[- ]based|soy|tofu|mock|meatless|coconut) (meat|sausages?|ham|bacon|chicken|mince)\b|coconut meat|nut meat/u

const fishAndShellfish = ['fish', 'crustaceans', 'molluscs']

const restrictions: readonly Restriction[] = [
  {
    names: /vegan|vegetalien|ヴィーガン|ビーガン/u,
    foods: new RegExp(`${meat.source}|${honey.source}`, 'u'),
    without: meatless,
    allergies: ['milk', 'egg', ...fishAndShellfish],
  },
  { names: /pescatarian|pescetarian|pescetarisch|pescetariano/u, foods: meat, without: meatless },
  {
    names: /jain/u,
    foods: new RegExp(`${meat.source}|${rootVegetables.source}|${honey.source}`, 'u'),
    without: meatless,
    allergies: ['egg', ...fishAndShellfish],
  },
  { names: /vegetari|vegetarisch|ベジタリアン|菜食/u, foods: meat, without: meatless, allergies: fishAndShellfish },
  { names: /halal|ハラール|ハラル/u, foods: new RegExp(`${pork.source}|${alcohol.source}`, 'u') },
  { names: /kosher|koscher|casher/u, foods: pork, allergies: ['crustaceans', 'molluscs'] },
  { names: /gluten|celiac|coeliac|zoliakie/u, foods: /$^/u, allergies: ['gluten'] },
  { names: /lactose|dairy|laktose|lactosa|milk/u, foods: /$^/u, allergies: ['milk'] },
  { names: /no (onion|garlic)|without (onion|garlic)/u, foods: onionGarlic },
  { names: /(no|without) pork|kein schwein|sin cerdo|sans porc/u, foods: pork },
  { names: /(no|without) beef|kein rind|sin ternera|sans boeuf/u, foods: /\b(beef|veal|ternera|boeuf|rind\w*)\b|牛肉/u },
  { names: /(no|without) alcohol|kein alkohol|sin alcohol|sans alcool/u, foods: alcohol },
]

/** A restriction of which rules exist. */
export const isKnownRestriction = (restriction: string): boolean => restrictions.some(({ names }) => names.test(plainText(restriction)))

/** What finds the word of an ingredient that breaks a dietary restriction; null if none does. The restriction is read once. */
export function restrictionFinder(restriction: string): (ingredient: string) => string | null {
  const rule = restrictions.find(({ names }) => names.test(plainText(restriction)))
  if (!rule) return () => null
  const without = new RegExp(rule.without ?? /$^/u, 'gu')
  const finders = (rule.allergies ?? []).map(allergenFinder)
  return (ingredient) => {
    const match = plainText(ingredient).replaceAll(without, ' ').match(rule.foods)?.[0]
    if (match !== undefined) return match
    for (const find of finders) {
      const [first] = find(ingredient)
      if (first) return first.word
    }
    return null
  }
}
