import type { AgentType, Capability } from '@imperium/contract/agents.ts'

/** Words of a task and what they say, in the five languages of the product. The first type that matches best wins. */
const typePatterns: readonly [AgentType, RegExp][] = [
  [
    'CUSTOMER_SERVICE',
    /\b(customers?|support|complain\w*|tickets?|help ?desk|refunds?|returns?|deliver\w*|shipping|opening hours|faqs?|kund\w*|beschwerde\w*|liefer\w*|clientes?|soporte|entregas?|clients?|livraison\w*|réclamation\w*)\b|顧客|お客|配送|問い合わせ|サポート/giu,
  ],
  ['LEAD_GENERATOR', /\b(leads?|prospects?|qualif\w*|scor(e|es|ing)|inbound|interessent\w*|prospectos?|potencial\w*)\b|見込み客|リード/giu],
  [
    'ANALYTICS',
    /\b(analy[sz]\w*|reports?|statistics|figures|numbers|metrics|kpis?|how many|trends?|auswert\w*|bericht\w*|zahlen|informes?|estadístic\w*|rapports?|chiffres|statistiques)\b|分析|レポート|統計|数字/giu,
  ],
  [
    'EMAIL_MARKETER',
    /\b(newsletters?|e-?mails?|mailings?|campaigns?|subject lines?|kampagne\w*|campañas?|correos?|campagnes?|courriels?)\b|メール|キャンペーン/giu,
  ],
  [
    'SOCIAL_MEDIA',
    /\b(social( media)?|linkedin|instagram|facebook|tiktok|tweets?|hashtags?|beiträge|redes sociales|réseaux sociaux|publica\w* en)\b|SNS|投稿/giu,
  ],
  [
    'SEO_OPTIMIZER',
    /\b(seo|keywords?|search engines?|meta descriptions?|rankings?|suchmaschine\w*|palabras clave|mots[- ]clés|référencement)\b|検索エンジン/giu,
  ],
  [
    'SALES',
    /\b(sales|sells?|offers?|quotes?|pric\w*|deals?|proposals?|vertrieb\w*|angebot\w*|ventas?|ofertas?|ventes?|devis)\b|営業|販売|見積/giu,
  ],
  [
    'CONTENT_CREATOR',
    /\b(writes?|blog\w*|articles?|texts?|product descriptions?|press|content|posts?|schreib\w*|artikel|texte|escrib\w*|artículos?|textos?|rédig\w*|écri\w*)\b|記事|文章|ブログ/giu,
  ],
  [
    'DATA_PROCESSOR',
    /\b(extract\w*|classif\w*|clean\w*|convert\w*|translat\w*|json|csv|tables?|übersetz\w*|traduc\w*|tradui\w*|extra\w*)\b|翻訳|抽出|分類/giu,
  ],
  [
    'TASK_AUTOMATION',
    /\b(automat\w*|remind\w*|checks?|monitors?|schedul\w*|todo|tasks?|erinner\w*|prüf\w*|recuerd\w*|rappel\w*)\b|自動|リマインド/giu,
  ],
  [
    'CONVERSATIONAL',
    /\b(chats?|talks?|convers\w*|questions?|answers?|assistant|gespräch\w*|fragen|preguntas?|responde|répond\w*)\b|会話|質問|回答/giu,
  ],
]

const toolPatterns: readonly [Capability, RegExp][] = [
  [
    'database_query',
    /\b(our (data|contacts|campaigns?|segments?|runs|agents|workflows?|messages)|how many|count\w*|reports?|statistics|metrics|kpis?|analy[sz]es our|figures|auswert\w*|bericht\w*|unsere (daten|kontakte|kampagnen)|informes?|nuestr\w+ (datos|contactos|campañas)|rapports? (sur|de|des)|nos (données|contacts|campagnes))\b|集計|レポート|連絡先/iu,
  ],
  [
    'email_send',
    /\b(sends?|e-?mails? (the|it|me|them|a|us)|notif\w+|informs?|mails? (the|it|me|them)|sende\w*|schickt?|verschick\w*|envía\w*|manda|envoie\w*)\b|送信|送る/iu,
  ],
  [
    'sentiment_analysis',
    /\b(sentiment|tone|mood|angry|anger|complain\w*|reviews?|feedback|opinions?|escalat\w*|stimmung\w*|beschwerde\w*|bewertung\w*|quejas?|opinion\w*|avis|réclamation\w*)\b|感情|レビュー|苦情/iu,
  ],
  [
    'knowledge_search',
    /\b(knowledge base|help (articles|center|centre)|documentation|our (docs|documents|policies|faqs?)|faqs?|wissensdatenbank|hilfeartikel|base de conocimientos|base de connaissances)\b|ナレッジ|ヘルプ記事/iu,
  ],
]

/** The type that most words of the task speak for; a general one when none does. */
export function typeOfTask(task: string): AgentType {
  let best: { type: AgentType; hits: number } = { type: 'CONVERSATIONAL', hits: 0 }
  for (const [type, words] of typePatterns) {
    const hits = task.match(words)?.length ?? 0
    if (hits > best.hits) best = { type, hits }
  }
  return best.type
}

export const toolsOfTask = (task: string): Capability[] => toolPatterns.filter(([, words]) => words.test(task)).map(([tool]) => tool)

const about =
  /(?<!\p{L})(?:about|on|regarding|concerning|for|über|zu|zum|zur|sobre|acerca de|sur|au sujet de|à propos de)\s+([^.,;:!?\n]{3,60})/iu
const articles = /^(the|a|an|our|your|my|all|der|die|das|unsere?|den|el|la|los|las|nuestr\w+|le|les|l['’]|nos)\s+/iu

/** What the task is about, as a title of a few words; null when it names no topic. */
export function topicOfTask(task: string): string | null {
  const found = about.exec(task)?.[1]?.trim().replace(articles, '').split(/\s+/).slice(0, 5).join(' ')
  return found ? found.charAt(0).toLocaleUpperCase() + found.slice(1) : null
}
