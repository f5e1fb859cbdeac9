import type { ArticleCategory } from '@imperium/contract/knowledge.ts'
import type { Language } from '@imperium/contract/languages.ts'

interface HelpTexts {
  help: string
  search: string
  results: (q: string) => string
  noResults: string
  noArticles: string
  updated: string
  helpful: string
  yes: string
  no: string
  thanks: string
  gone: string
  goneText: string
  categories: Record<ArticleCategory, string>
}

export const helpTexts: Record<Language, HelpTexts> = {
  en: {
    help: 'Help',
    search: 'Search',
    results: (q) => `Results for “${q}”`,
    noResults: 'No article matches. Try other words.',
    noArticles: 'There are no articles yet.',
    updated: 'Updated',
    helpful: 'Was this article helpful?',
    yes: 'Yes',
    no: 'No',
    thanks: 'Thank you for your feedback!',
    gone: 'Page not found',
    goneText: 'This page does not exist, or is no longer public.',
    categories: {
      'getting-started': 'Getting started',
      'api-reference': 'API reference',
      guides: 'Guides',
      faqs: 'FAQs',
      troubleshooting: 'Troubleshooting',
    },
  },
  de: {
    help: 'Hilfe',
    search: 'Suchen',
    results: (q) => `Ergebnisse für „${q}“`,
    noResults: 'Kein Artikel passt. Versuchen Sie andere Wörter.',
    noArticles: 'Es gibt noch keine Artikel.',
    updated: 'Aktualisiert am',
    helpful: 'War dieser Artikel hilfreich?',
    yes: 'Ja',
    no: 'Nein',
    thanks: 'Danke für Ihre Rückmeldung!',
    gone: 'Seite nicht gefunden',
    goneText: 'Diese Seite gibt es nicht, oder sie ist nicht mehr öffentlich.',
    categories: {
      'getting-started': 'Erste Schritte',
      'api-reference': 'API-Referenz',
      guides: 'Anleitungen',
      faqs: 'Häufige Fragen',
      troubleshooting: 'Fehlerbehebung',
    },
  },
  es: {
    help: 'Ayuda',
    search: 'Buscar',
    results: (q) => `Resultados de «${q}»`,
    noResults: 'Ningún artículo coincide. Pruebe con otras palabras.',
    noArticles: 'Aún no hay artículos.',
    updated: 'Actualizado',
    helpful: '¿Le ha resultado útil este artículo?',
    yes: 'Sí',
    no: 'No',
    thanks: '¡Gracias por su opinión!',
    gone: 'Página no encontrada',
    goneText: 'Esta página no existe o ya no es pública.',
    categories: {
      'getting-started': 'Primeros pasos',
      'api-reference': 'Referencia de la API',
      guides: 'Guías',
      faqs: 'Preguntas frecuentes',
      troubleshooting: 'Solución de problemas',
    },
  },
  fr: {
    help: 'Aide',
    search: 'Rechercher',
    results: (q) => `Résultats pour « ${q} »`,
    noResults: 'Aucun article ne correspond. Essayez d’autres mots.',
    noArticles: 'Il n’y a pas encore d’articles.',
    updated: 'Mis à jour le',
    helpful: 'Cet article vous a-t-il été utile ?',
    yes: 'Oui',
    no: 'Non',
    thanks: 'Merci pour votre avis !',
    gone: 'Page introuvable',
    goneText: 'Cette page n’existe pas ou n’est plus publique.',
    categories: {
      'getting-started': 'Premiers pas',
      'api-reference': 'Référence de l’API',
      guides: 'Guides',
      faqs: 'Questions fréquentes',
      troubleshooting: 'Dépannage',
    },
  },
  ja: {
    help: 'ヘルプ',
    search: '検索',
    results: (q) => `「${q}」の検索結果`,
    noResults: '該当する記事がありません。別の言葉でお試しください。',
    noArticles: '記事はまだありません。',
    updated: '更新日',
    helpful: 'この記事は役に立ちましたか？',
    yes: 'はい',
    no: 'いいえ',
    thanks: 'ご意見ありがとうございます。',
    gone: 'ページが見つかりません',
    goneText: 'このページは存在しないか、公開されていません。',
    categories: {
      'getting-started': 'はじめに',
      'api-reference': 'APIリファレンス',
      guides: 'ガイド',
      faqs: 'よくある質問',
      troubleshooting: 'トラブルシューティング',
    },
  },
}
