import type { RecognisedLanguage } from '../../../../platform/text/recognise-language.ts'
import { fold } from './concepts.ts'

/** Words that say how a question is put, not what it is about, beside the stop words that PostgreSQL knows. */
const lists: Readonly<Record<RecognisedLanguage, string>> = {
  en: 'offer offers provide a an the i me my we us our you your he she it its they them their this that these those is are was were be been being am do does did done doing have has had having can could may might must shall should will would not no nor and or but if then than so as at by for from in into of off on onto out over to up with about what when where which who whom whose why how much many long often soon far there here any some all each every please tell know want like get got give given come came show let make made way thing things happen happens possible need needs up back out off able someone somebody anyone something anything right after before during between also only still just even too very now again',
  de: 'bieten bietet anbieten haben ich mich mir mein meine meinen meinem meiner du dich dir dein deine wir uns unser unsere ihr ihre ihren ihrem ihrer sie ihnen er ihn ihm es man der die das den dem des ein eine einen einem einer eines kein keine keinen und oder aber wenn falls dann als wie was wann wo wer wen wem wessen warum wieso weshalb wozu womit welche welcher welches welchen welchem ob ist sind bin war waren wird werden wurde würde sein hat habe haben hatte kann können könnte könnten muss müssen soll sollte sollen will wollen möchte möchten darf dürfen mag gibt geben gab etwas nichts bitte mal auch noch schon nur sehr hier da dort dies diese dieser dieses mit von zu zum zur in im an am auf aus bei nach vor für um über unter durch ohne bis ab seit gegen nicht ja nein viel viele lange oft teilweise tun tue tut machen mache macht machst passiert passieren geht gehen lautet heißt bekomme bekommen kriege komme kommt jemand einfach also denn sich mich eigentlich gerne gern wissen sagen tag',
  es: 'ofrecen ofrece yo me mi mis tu tus te su sus se le les lo la los las el un una unos unas nos nuestro nuestra y o u e pero si no sí que qué cual cuál cuales cuáles quien quién cuando cuándo donde dónde como cómo cuanto cuánto cuanta cuánta cuantos cuántos por para con sin de del al a en sobre entre hasta desde es son era ser soy está están estar estoy hay ha he han haber tengo tiene tienen tener puedo puede pueden poder podría quiero quiere querer debo debe deben hacer hace hago hacen haré voy va van ir algo alguien nada también más muy ya favor mucho muchos todo todos hecho vino este esta esto ese esa eso lo que pasa pasar sabré saber saber dan dar den sé ahora día días vez',
  fr: "proposez propose proposent offrez je j me m mon ma mes tu te t ton ta tes il elle on nous vous ils elles se s son sa ses notre nos votre vos leur leurs le la l les un une des du de d et ou mais si que qu qui quoi quel quelle quels quelles quand où comment combien pourquoi est sont était être suis êtes ai as a avons avez ont avoir peux peut peuvent pouvez puis pouvoir faut doit dois doivent devoir veux voudrais vouloir fait faire fais faites va vais aller ce c cet cette ces ça y en à au aux dans par pour avec sans sur sous chez entre vers ne n pas plus aussi très bien quelque chose quelqu'un rien tout tous toute toutes existe existent passe deviennent devient deviens arrive arrivé fois t-il t-elle vos même lorsque combien temps",
  ja: '何時 近く 物 入れ です ます ました ません でしょう か の は が を に で と も や から まで へ より こと もの 何 なに 何か どう どの どれ どんな いつ 誰 だれ なぜ どうすれば いい よい ある あり あります ない いる い ます いただけ ください 教えて 知りたい ほしい 欲しい たい です が お ご 御 する し して した できる でき できます できません なり なら なる なければ ん よう ため とき 時 場合 方 さん それ これ あれ その この あの ここ 一 つ 的 中 間 人 行 て',
}

const commonWords = Object.fromEntries(
  Object.entries(lists).map(([language, list]) => [language, new Set(list.split(' ').map(fold))]),
) as unknown as Record<RecognisedLanguage, ReadonlySet<string>>

/** Kana alone are mostly grammar; names and loanwords have Kanji or Katakana. */
const isGrammar = (word: string): boolean => /^[\u3041-\u309f]{1,3}$/u.test(word)

/** Whether a folded word tells nothing of what a question is about. */
export const isCommon = (word: string, language: RecognisedLanguage): boolean =>
  commonWords[language].has(word) || (language === 'ja' && isGrammar(word))
