import type { PageResponse } from '@imperium/contract/kit/endpoint.ts'
import { articleCategories } from '@imperium/contract/knowledge.ts'
import { languages } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { PageLook } from '../../../platform/page-look.ts'
import { dressed, languageLinks } from '../../../platform/public-page.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import type { PublicArticle } from './help-store.ts'
import { accentStyle, helpStyle } from './help-style.ts'
import { helpTexts } from './help-texts.ts'
import { placeLinks } from './place-links.ts'

/** The open help center of an organization, as one visitor sees it. */
export interface Center {
  /** Path of its first page. */
  path: string
  /** With host: for canonical links. */
  url: string
  name: string
  intro: string
  /** Colour of links and buttons; null: ours. */
  accent: string | null
  /** Path of its picture. */
  logo: string | null
  links: readonly { label: string; url: string }[]
  /** Font, icon and rules of the organization's brand. */
  brand: PageLook | null
  language: Language
  /** The visitor's own choice, which links keep. */
  chosen: Language | null
}

/** Seconds a browser or a proxy may show it without asking: so long may a withdrawn article still be seen. */
const cacheSeconds = 60
const descriptionLength = 200

interface PageParts {
  /** Below the center's address. */
  place: string
  title: string
  description: string
  content: string
  q?: string
  isIndexed?: boolean
  type?: 'website' | 'article'
}

const withLanguage = (path: string, language: Language | null) => (language ? `${path}?language=${language}` : path)
const articlePath = (center: Center, id: string) => withLanguage(`${center.path}/articles/${id}`, center.chosen)

function frame(
  center: Center,
  { place, title, description, content, q = '', isIndexed = true, type = 'website' }: PageParts,
): PageResponse {
  const { path, url, name, language, chosen, accent, logo, links, brand } = center
  const texts = helpTexts[language]
  const canonical = escapeHtml(`${url}${place}`)
  const about = escapeHtml(description.replaceAll(/\s+/g, ' ').trim().slice(0, descriptionLength))
  const property = (key: string, value: string) => `<meta property="og:${key}" content="${value}">`
  const head = [
    `<meta name="robots" content="${isIndexed ? 'index, follow' : 'noindex, follow'}">`,
    about && `<meta name="description" content="${about}">`,
    `<link rel="canonical" href="${canonical}">`,
    ...languages.map((each) => `<link rel="alternate" hreflang="${each}" href="${canonical}?language=${each}">`),
    property('type', type),
    property('title', escapeHtml(title)),
    about && property('description', about),
    property('url', canonical),
    property('site_name', escapeHtml(name)),
  ]
  const body = [
    `<header><p class="organization"><a href="${escapeHtml(withLanguage(path, chosen))}">`,
    logo ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}">` : escapeHtml(name),
    '</a></p>',
    links.length > 0
      ? `<nav>${links.map((link) => `<a rel="noopener" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`).join('')}</nav>`
      : '',
    `<form class="search" role="search" action="${escapeHtml(path)}"><input type="search" name="q" maxlength="200" aria-label="${escapeHtml(texts.search)}" value="${escapeHtml(q)}">`,
    chosen ? `<input type="hidden" name="language" value="${chosen}">` : '',
    `<button>${escapeHtml(texts.search)}</button></form></header>`,
    `<main>${content}</main>`,
    `<footer>${languageLinks(language, (each) => `${path}${place}?language=${each}`).join('')}</footer>`,
  ]
  const shownTitle = title === name ? `${name} · ${texts.help}` : `${title} · ${name}`
  const { head: icon = '', ...look } = dressed(helpStyle, brand)
  return {
    ...look,
    status: 200,
    language,
    title: shownTitle,
    style: look.style + (accent ? accentStyle(accent) : ''),
    head: icon + head.join(''),
    body: body.join(''),
    cacheSeconds,
    hasImages: logo !== null || brand !== null,
  }
}

const articleItem = (center: Center, { id, title, excerpt, language }: Pick<PublicArticle, 'id' | 'title' | 'excerpt' | 'language'>) =>
  `<li lang="${escapeHtml(language)}"><a href="${escapeHtml(articlePath(center, id))}">${escapeHtml(title)}</a>${
    excerpt ? `<p class="excerpt">${escapeHtml(excerpt)}</p>` : ''
  }</li>`

/** All articles by category. */
export function homePage(center: Center, articles: readonly PublicArticle[]): PageResponse {
  const { name, intro, language } = center
  const texts = helpTexts[language]
  const sections = articleCategories.flatMap((category) => {
    const items = articles.filter((article) => article.category === category).map((article) => articleItem(center, article))
    if (items.length === 0) return []
    return [`<section><h2>${escapeHtml(texts.categories[category])}</h2><ul class="articles">${items.join('')}</ul></section>`]
  })
  const content = [
    `<h1>${escapeHtml(name)}</h1>`,
    intro ? `<p class="intro">${escapeHtml(intro)}</p>` : '',
    ...(sections.length > 0 ? sections : [`<p class="intro">${escapeHtml(texts.noArticles)}</p>`]),
  ]
  return frame(center, { place: '', title: name, description: intro, content: content.join('') })
}

export interface Result {
  id: string
  title: string
  passage: string
}

export function resultsPage(center: Center, q: string, results: readonly Result[]): PageResponse {
  const texts = helpTexts[center.language]
  const items = results.map(({ id, title, passage }) =>
    articleItem(center, { id, title, excerpt: passage.slice(0, 280), language: center.language }),
  )
  const title = texts.results(q)
  const content = `<h1>${escapeHtml(title)}</h1>${
    items.length > 0 ? `<ul class="articles">${items.join('')}</ul>` : `<p class="intro">${escapeHtml(texts.noResults)}</p>`
  }`
  return frame(center, { place: '', title, description: '', content, q, isIndexed: false })
}

export function articlePage(center: Center, article: PublicArticle & { html: string }, hasVoted: boolean): PageResponse {
  const texts = helpTexts[center.language]
  const { id, title, excerpt, category, language, published_at: at, html } = article
  const date = new Intl.DateTimeFormat(center.language, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  const vote = (value: string, label: string) => `<button class="second" name="helpful" value="${value}">${escapeHtml(label)}</button>`
  const feedback = hasVoted
    ? `<p class="feedback" role="status">${escapeHtml(texts.thanks)}</p>`
    : `<div class="feedback"><b>${escapeHtml(texts.helpful)}</b><form method="post" action="${escapeHtml(`${center.path}/articles/${id}`)}">${vote('true', texts.yes)}${vote('false', texts.no)}</form></div>`
  const content = [
    `<p class="crumbs"><a href="${escapeHtml(withLanguage(center.path, center.chosen))}">${escapeHtml(center.name)}</a> › ${escapeHtml(texts.categories[category])}</p>`,
    `<article lang="${escapeHtml(language)}"><h1>${escapeHtml(title)}</h1>`,
    `<p class="facts" lang="${center.language}">${escapeHtml(texts.updated)} <time datetime="${at.toISOString()}">${escapeHtml(date)}</time></p>`,
    placeLinks(html, (other) => articlePath(center, other)),
    `</article>${feedback}`,
  ]
  return frame(center, { place: `/articles/${id}`, title, description: excerpt || title, content: content.join(''), type: 'article' })
}

/** For an address without a help center or article: the same for what never was and what is not public. */
export function gonePage(language: Language): PageResponse {
  const { gone, goneText } = helpTexts[language]
  return {
    status: 404,
    language,
    title: gone,
    style: helpStyle,
    body: `<main><h1>${escapeHtml(gone)}</h1><p class="intro">${escapeHtml(goneText)}</p></main>`,
  }
}

export function sitemap(url: string, articles: readonly PublicArticle[]): string {
  const pages = [
    `<url><loc>${escapeHtml(url)}</loc></url>`,
    ...articles.map(
      ({ id, published_at: at }) => `<url><loc>${escapeHtml(`${url}/articles/${id}`)}</loc><lastmod>${at.toISOString()}</lastmod></url>`,
    ),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.join('')}</urlset>\n`
}
