import type { Comparison, PeriodName } from '@imperium/contract/analytics/analytics.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Split } from '@imperium/contract/analytics/splits.ts'

// Words of questions in five languages, without accents and in lower case. The names of the metrics come from the registry itself.

/** Phrases of one language, in a line. */
const words = (text: string): string[] => text.split('|')

/** Phrases that name a period; the first that is found counts. */
export const periodPhrases: readonly (readonly [PeriodName, readonly string[]])[] = [
  [
    '7d',
    [
      ...words('last 7 days|past 7 days|last seven days|7 days|this week|last week|past week|week'),
      ...words('letzten 7 tage|letzten sieben tage|7 tage|diese woche|letzte woche|letzten woche|woche'),
      ...words('ultimos 7 dias|7 dias|esta semana|la semana pasada|ultima semana|semana'),
      ...words('7 derniers jours|7 jours|cette semaine|la semaine derniere|semaine derniere|semaine'),
      ...words('過去7日間|過去7日|7日間|先週|今週|1週間'),
    ],
  ],
  [
    '90d',
    [
      ...words('last 90 days|past 90 days|90 days|last 3 months|last three months|three months|3 months|this quarter|last quarter|quarter'),
      ...words(
        'letzten 90 tage|90 tage|letzten 3 monate|letzten drei monate|drei monate|3 monate|dieses quartal|letztes quartal|letzten quartal|quartal',
      ),
      ...words('ultimos 90 dias|90 dias|ultimos 3 meses|ultimos tres meses|tres meses|3 meses|este trimestre|ultimo trimestre|trimestre'),
      ...words('90 derniers jours|90 jours|3 derniers mois|trois derniers mois|trois mois|3 mois|ce trimestre|trimestre dernier|trimestre'),
      ...words('過去90日間|90日間|3か月|3ヶ月|四半期'),
    ],
  ],
  [
    '365d',
    [
      ...words('last 365 days|365 days|last 12 months|last twelve months|12 months|this year|past year|year'),
      ...words('letzten 365 tage|365 tage|letzten 12 monate|12 monate|dieses jahr|im jahr|jahr'),
      ...words('ultimos 365 dias|365 dias|ultimos 12 meses|12 meses|este ano|ano'),
      ...words('365 derniers jours|365 jours|12 derniers mois|12 mois|cette annee|annee'),
      ...words('過去1年|過去365日|365日|12か月|今年|1年間'),
    ],
  ],
  [
    '30d',
    [
      ...words('last 30 days|past 30 days|last thirty days|30 days|this month|last month|past month|month'),
      ...words('letzten 30 tage|30 tage|diesen monat|dieser monat|letzten monat|letzter monat|im monat|monat'),
      ...words('ultimos 30 dias|30 dias|este mes|el mes pasado|ultimo mes|mes'),
      ...words('30 derniers jours|30 jours|ce mois|le mois dernier|mois dernier|mois'),
      ...words('過去30日間|過去30日|30日間|先月|今月|1か月'),
    ],
  ],
]

export const comparisonPhrases: readonly (readonly [Comparison, readonly string[]])[] = [
  [
    'year',
    [
      ...words('compared to last year|compared with last year|versus last year|vs last year|year before'),
      ...words('im vergleich zum vorjahr|gegenuber dem vorjahr|zum vorjahr|vorjahr'),
      ...words('en comparacion con el ano pasado|frente al ano pasado|ano anterior'),
      ...words('par rapport a l annee derniere|compare a l annee derniere|annee precedente'),
      ...words('前年比|前年と比較|昨年と比べて'),
    ],
  ],
]

/** Words that name a part, behind `by`, `per` and the like. */
export const splitWords: readonly (readonly [Split | 'time', readonly string[]])[] = [
  ['agent-type', ['agent type', 'type of agent', 'agententyp', 'tipo de agente', 'type d agent', 'エージェントの種類']],
  ['agent', ['agent', 'agents', 'agenten', 'agente', 'agentes', 'エージェント']],
  ['model', ['model', 'models', 'ai model', 'modell', 'ki modell', 'modelo', 'modele', 'モデル']],
  ['campaign', ['campaign', 'campaigns', 'kampagne', 'kampagnen', 'campana', 'campanas', 'campagne', 'campagnes', 'キャンペーン']],
  ['channel', ['channel', 'channels', 'kanal', 'kanale', 'canal', 'canaux', 'canales', 'チャネル', 'チャンネル']],
  ['workflow', ['workflow', 'workflows', 'ablauf', 'flujo', 'flujo de trabajo', 'ワークフロー']],
  ['trigger', ['trigger', 'triggers', 'ausloser', 'disparador', 'declencheur', 'トリガー']],
  ['source', ['source', 'sources', 'quelle', 'herkunft', 'origen', 'fuente', 'origine', 'ソース', '流入元']],
  ['key', ['key', 'api key', 'schlussel', 'api schlussel', 'clave', 'clave api', 'cle', 'cle api', 'キー', 'apiキー']],
  ['role', ['role', 'roles', 'rolle', 'rol', 'ロール', '役割']],
  ['document', ['document', 'document type', 'beleg', 'belegart', 'documento', '書類']],
  ['interval', ['interval', 'intervall', 'intervalo', 'intervalle', '間隔']],
  [
    'user',
    [
      'member',
      'members',
      'user',
      'users',
      'person',
      'mitglied',
      'mitglieder',
      'benutzer',
      'miembro',
      'usuario',
      'membre',
      'utilisateur',
      'メンバー',
      'ユーザー',
    ],
  ],
  ['time', ['day', 'days', 'tag', 'dia', 'jour', '日', '日付', 'date', 'datum', 'fecha']],
]

/** What stands before the name of a part. In Japanese `別` and `ごと` stand behind it. */
export const splitLeads: readonly string[] = [
  ...words('broken down by|split by|grouped by|for each|by each|by|per'),
  ...words('aufgeteilt nach|gruppiert nach|nach|pro|je'),
  ...words('desglosado por|agrupado por|por cada|por'),
  ...words('ventile par|groupe par|par'),
]

/** Other names of metrics than those of the registry. */
export const synonyms: Partial<Record<MetricId, readonly string[]>> = {
  agent_runs: [
    'agent executions',
    'executions of agents',
    'agentenlaufe',
    'laufe der agenten',
    'ejecuciones de agentes',
    'executions d agents',
  ],
  agent_response_time: [
    'latency',
    'response time',
    'how fast do agents answer',
    'antwortzeit',
    'latenz',
    'tiempo de respuesta',
    'latencia',
    'temps de reponse',
    'latence',
    '応答時間',
  ],
  agent_success_rate: ['success rate of agents', 'erfolgsquote der agenten', 'tasa de exito de los agentes', 'taux de reussite des agents'],
  campaigns_sent: [
    'messages sent',
    'mails sent',
    'emails sent',
    'gesendete nachrichten',
    'mensajes enviados',
    'messages envoyes',
    '送信数',
  ],
  campaign_open_rate: ['open rate', 'offnungsrate', 'offnungsquote', 'tasa de apertura', 'taux d ouverture', '開封率'],
  campaign_click_rate: ['click rate', 'klickrate', 'tasa de clics', 'taux de clic', 'クリック率'],
  campaign_response_rate: ['response rate', 'reply rate', 'antwortrate', 'antwortquote', 'tasa de respuesta', 'taux de reponse', '返信率'],
  campaigns_bounced: ['bounces', 'bounced', 'unzustellbar', 'rebotes', 'rebonds', 'バウンス'],
  campaigns_unsubscribed: ['unsubscribes', 'unsubscribed', 'abmeldungen', 'bajas', 'desabonnements', '配信停止'],
  contacts_new: [
    'new contacts',
    'new leads',
    'neue kontakte',
    'nuevos contactos',
    'contactos nuevos',
    'nouveaux contacts',
    '新しい連絡先',
    '新規連絡先',
  ],
  contacts_total: [
    'how many contacts do we have',
    'all contacts',
    'total contacts',
    'alle kontakte',
    'kontakte insgesamt',
    'todos los contactos',
    'tous les contacts',
    '連絡先の総数',
  ],
  revenue_total: [
    'revenue',
    'turnover',
    'sales',
    'umsatz',
    'erlose',
    'ingresos',
    'ventas',
    'facturacion',
    'chiffre d affaires',
    'revenu',
    'ventes',
    '売上',
  ],
  revenue_received: [
    'payments received',
    'money received',
    'zahlungseingange',
    'eingegangene zahlungen',
    'pagos recibidos',
    'paiements recus',
    '入金',
  ],
  revenue_mrr: [
    'mrr',
    'recurring revenue',
    'wiederkehrender umsatz',
    'ingresos recurrentes',
    'revenu recurrent',
    '定期収益',
    '月次経常収益',
  ],
  api_calls: ['api calls', 'api requests', 'api aufrufe', 'llamadas a la api', 'appels api', 'appels de l api', 'api呼び出し'],
  api_errors: ['api errors', 'api fehler', 'errores de la api', 'erreurs api', 'erreurs de l api', 'apiエラー'],
  model_tokens: ['tokens', 'トークン'],
  users_new: ['new members', 'new users', 'neue mitglieder', 'nuevos miembros', 'nouveaux membres', '新しいメンバー'],
  users_active: ['active members', 'active users', 'aktive mitglieder', 'miembros activos', 'membres actifs', 'アクティブなメンバー'],
  workflow_runs_failed: [
    'failed workflows',
    'failed workflow runs',
    'fehlgeschlagene workflows',
    'flujos fallidos',
    'workflows en echec',
    '失敗したワークフロー',
  ],
  agent_runs_failed: [
    'failed agents',
    'failed agent runs',
    'fehlgeschlagene agenten',
    'agentes fallidos',
    'agents en echec',
    '失敗したエージェント',
  ],
  conversations_started: [
    'new conversations',
    'conversations',
    'gesprache',
    'unterhaltungen',
    'conversaciones',
    'conversations commencees',
    '会話',
  ],
}

/** Words of a question that name nothing. */
export const fillers: ReadonlySet<string> = new Set(
  [
    'a an the of in on at to for from with and or we our us i my me you your it its is are was were be been do does did have has had how many much what which who when show give tell list get see number numbers count total amount over during within last past this that there their please can could would so far all across compared',
    'der die das den dem des ein eine einen einem einer und oder wir uns unser unsere unserer ich mir mein es ist sind war waren wie viele viel was welche welcher welches wer zeig zeige gib bitte anzahl zahl hatten haben hat gab es im in am an auf zu zum zur fur von mit bei letzten letzte letzter diese diesem diesen dieser dieses insgesamt uber seit',
    'el la los las un una unos unas de del al en y o a con para por nuestro nuestra nuestros nuestras nos yo mi es son fue fueron era cuantos cuantas cuanto cuanta que cual cuales quien muestra muestrame dame numero cantidad hubo hemos tenemos tuvimos ultimo ultima ultimos ultimas este esta total durante',
    'le la les l un une des de du d au aux en et ou a avec pour par sur notre nos nous je mon ma est sont etait combien quel quelle quels quelles qui quoi que montre montrez donne nombre y a t il eu avons dernier derniere derniers dernieres ce cet cette total pendant',
  ].flatMap((words) => words.split(' ')),
)
