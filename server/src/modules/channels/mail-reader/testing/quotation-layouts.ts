/** How mail programs write a reply above what it answers. */
export interface Layout {
  /** Program and version, or where its template was read. */
  program: string
  /** `program`: its own output; `template`: filled from its released translations; `hand`: as we know it from mails. */
  made: 'program' | 'template' | 'hand'
  language: 'en' | 'de' | 'fr' | 'es' | 'ja'
  /** What the reply says, and the rest of it. */
  own: string
  below: string
}

/** What we had written, and what is answered. */
export const asked = {
  en: 'Hello Jo,\n\nwhich size do you need?',
  de: 'Hallo Jo,\n\nwelche Größe brauchen Sie?',
  fr: 'Bonjour Jo,\n\nquelle taille vous faut-il ?',
  es: 'Hola Jo:\n\n¿qué talla necesita?',
  ja: 'ジョー様\n\nサイズはどちらがよろしいですか。',
}
const answers = {
  en: 'The large one.',
  de: 'Die große, bitte.',
  fr: 'La grande, merci.',
  es: 'La grande, por favor.',
  ja: '大きい方をお願いします。',
}

const quoted = (text: string, mark = '> ') => text.replaceAll(/^/gm, mark).replaceAll(/ +$/gm, '')
type Language = Layout['language']
type Head = [program: string, made: Layout['made'], language: Language, head: string]

/** An introduction, then lines that begin with `>`. */
const marked: Head[] = [
  ['Mutt 2.2.12', 'program', 'en', 'On Mon, Nov 30, 2026 at 10:00:00AM +0000, Support wrote:'],
  ['NeoMutt 20220429', 'program', 'en', 'On Mon, Nov 30, 2026 at 10:00:00AM +0000, Support wrote:'],
  [
    'Alpine 2.26 with headers in replies',
    'program',
    'en',
    '\nOn Mon, 30 Nov 2026, Support wrote:\n\n> Date: Mon, 30 Nov 2026 10:00:00 +0000\n> From: Support <support@shop.example>\n> To: Jo Lane <jo@client.example>\n> Subject: Your order 4711\n>',
  ],
  ['Claws Mail 4.1.1', 'template', 'en', 'On Mon, 30 Nov 2026 10:00:00 +0000\nSupport <support@shop.example> wrote:\n'],
  ['Claws Mail 4.1.1', 'template', 'de', 'Am Mon, 30 Nov 2026 10:00:00 +0000\nschrieb Support <support@shop.example>:\n'],
  ['Claws Mail 4.1.1', 'template', 'fr', 'Le Mon, 30 Nov 2026 10:00:00 +0000,\nSupport <support@shop.example> a écrit :\n'],
  ['Claws Mail 4.1.1', 'template', 'es', 'El Mon, 30 Nov 2026 10:00:00 +0000\nSupport <support@shop.example> escribió:'],
  ['Claws Mail 4.1.1', 'template', 'ja', 'On Mon, 30 Nov 2026 10:00:00 +0000\n担当 <support@shop.example> wrote:\n'],
  ['Evolution 3.46.4', 'template', 'en', 'On Mon, 2026-11-30 at 10:00 +0000, Support wrote:'],
  ['Evolution 3.46.4', 'template', 'de', 'Am Montag, dem 30.11.2026 um 10:00 +0000 schrieb Support:'],
  ['Evolution 3.46.4', 'template', 'fr', 'Le lundi 30 novembre 2026 à 10:00 +0000, Support a écrit\u00a0:'],
  ['Evolution 3.46.4', 'template', 'es', 'El lun, 30-11-2026 a las 10:00 +0000, Support escribió:'],
  ['Evolution 3.46.4', 'template', 'ja', '2026-11-30 (月) の 10:00 +0000 に 担当 さんは書きました:'],
  ['Roundcube 1.6.5', 'template', 'en', 'On 2026-11-30 10:00, Support wrote:'],
  ['Roundcube 1.6.5', 'template', 'de', 'Am 30.11.2026 10:00, schrieb Support:'],
  ['Roundcube 1.6.5', 'template', 'fr', 'Le 2026-11-30 10:00, Support a écrit :'],
  ['Roundcube 1.6.5', 'template', 'es', 'El 2026-11-30 10:00, Support escribió:'],
  ['Roundcube 1.6.5', 'template', 'ja', '2026-11-30 10:00 に 担当 さんは書きました:'],
  ['Thunderbird 153', 'template', 'en', 'On 11/30/26 10:00 AM, Support wrote:'],
  ['Thunderbird 153', 'template', 'de', 'Am 30.11.26 um 10:00 schrieb Support:'],
  ['Thunderbird 153', 'template', 'fr', 'Le 30/11/2026 à 10:00, Support a écrit :'],
  ['Thunderbird 153', 'template', 'es', 'El 30/11/26 a las 10:00, Support escribió:'],
  ['Thunderbird 153', 'template', 'ja', 'On 2026/11/30 10:00, 担当 wrote:'],
  ['Thunderbird 153, author first', 'template', 'de', 'Support schrieb am 30.11.26 um 10:00:'],
  ['Thunderbird 153, author first', 'template', 'fr', 'Support a écrit le 30/11/2026 à 10:00 :'],
  ['Thunderbird 153, author first', 'template', 'es', 'Support escribió el 30/11/26 a las 10:00:'],
  ['Thunderbird 153, author only', 'template', 'de', 'Support schrieb:'],
  ['Thunderbird 153, author only', 'template', 'fr', 'Support a écrit :'],
  ['Thunderbird 153, author only', 'template', 'es', 'Support escribió:'],
  ['Gmail', 'hand', 'en', 'On Mon, Nov 30, 2026 at 10:00\u202fAM Support <support@shop.example> wrote:\n'],
  ['Gmail', 'hand', 'de', 'Am Mo., 30. Nov. 2026 um 10:00 Uhr schrieb Support <support@shop.example>:\n'],
  ['Gmail', 'hand', 'fr', 'Le lun. 30 nov. 2026 à 10:00, Support <support@shop.example> a écrit :\n'],
  ['Gmail', 'hand', 'es', 'El lun, 30 nov 2026 a las 10:00, Support (<support@shop.example>)\nescribió:\n'],
  ['Gmail', 'hand', 'ja', '2026年11月30日(月) 10:00 担当 <support@shop.example>:\n'],
  ['Apple Mail', 'hand', 'ja', '2026/11/30 10:00、担当 <support@shop.example>のメール:\n'],
  ['Horde IMP', 'hand', 'de', 'Zitat von Support <support@shop.example>:\n'],
]

/** A head in the place of marks: the lines of the quotation stand as they were written. */
const headed: Head[] = [
  ['s-nail 14.9.24 (the quotation is indented by a tab)', 'program', 'en', 'Support <support@shop.example> wrote:\n'],
  [
    'Thunderbird 153, header of the original',
    'template',
    'de',
    '-------- Original-Nachricht --------\nBetreff: Ihre Bestellung\nDatum: Mon, 30 Nov 2026 10:00:00 +0000\nVon: Support <support@shop.example>\nAn: Jo <jo@client.example>\n',
  ],
  [
    'Thunderbird 153, header of the original',
    'template',
    'fr',
    '-------- Message original --------\nSujet : Votre commande\nDate : Mon, 30 Nov 2026 10:00:00 +0000\nDe : Support <support@shop.example>\nPour : Jo <jo@client.example>\n',
  ],
  [
    'Evolution 3.46.4, Outlook style',
    'template',
    'fr',
    '-------- Message initial --------\nDe: Support <support@shop.example>\nÀ: Jo <jo@client.example>\nSujet: Votre commande\nDate: Mon, 30 Nov 2026 10:00:00 +0000\n',
  ],
  [
    'Evolution 3.46.4, Outlook style',
    'template',
    'ja',
    '-------- オリジナルのメッセージ --------\n差出人: 担当 <support@shop.example>\n宛先: Jo <jo@client.example>\n件名: ご注文\n日付: Mon, 30 Nov 2026 10:00:00 +0000\n',
  ],
  [
    'Roundcube 1.6.5, above the quotation',
    'template',
    'fr',
    '-------- Courriel original --------\nObjet: Votre commande\nDate: 2026-11-30 10:00\nDe: Support <support@shop.example>\nÀ: jo@client.example\n',
  ],
  [
    'Outlook',
    'hand',
    'en',
    'From: Support <support@shop.example>\nSent: Monday, November 30, 2026 10:00 AM\nTo: Jo Lane <jo@client.example>\nSubject: Your order 4711\n',
  ],
  [
    'Outlook',
    'hand',
    'de',
    'Von: Support <support@shop.example>\nGesendet: Montag, 30. November 2026 10:00\nAn: Jo Lane <jo@client.example>\nBetreff: Ihre Bestellung 4711\n',
  ],
  [
    'Outlook on the web',
    'hand',
    'fr',
    '________________________________\nDe : Support <support@shop.example>\nEnvoyé : lundi 30 novembre 2026 10:00\nÀ : Jo Lane <jo@client.example>\nObjet : Votre commande\n',
  ],
  [
    'Outlook',
    'hand',
    'es',
    'De: Support <support@shop.example>\nEnviado el: lunes, 30 de noviembre de 2026 10:00\nPara: Jo Lane <jo@client.example>\nAsunto: Su pedido\n',
  ],
  [
    'Outlook',
    'hand',
    'ja',
    '差出人: 担当 <support@shop.example>\n送信日時: 2026年11月30日 10:00\n宛先: Jo Lane <jo@client.example>\n件名: ご注文\n',
  ],
  [
    'GMX',
    'hand',
    'de',
    'Gesendet: Montag, 30. November 2026 um 10:00 Uhr\nVon: "Support" <support@shop.example>\nAn: jo@client.example\nBetreff: Ihre Bestellung\n',
  ],
]

const layoutOf =
  (mark: string | null) =>
  ([program, made, language, head]: Head): Layout => {
    const text = program.startsWith('s-nail') ? quoted(asked[language], '\t') : asked[language]
    return { program, made, language, own: answers[language], below: `${head}\n${mark === null ? text : quoted(text, mark)}\n` }
  }

export const layouts: Layout[] = [...marked.map(layoutOf('> ')), ...headed.map(layoutOf(null))]
