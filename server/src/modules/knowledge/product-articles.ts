import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { articleCategories } from '@imperium/contract/knowledge.ts'
import { splitPassages } from './split-passages.ts'

const Head = z.strictObject({
  title: z.string().min(1),
  category: z.enum(articleCategories),
  excerpt: z.string().min(1),
  tags: z.string().transform((tags) => tags.split(',').map((tag) => tag.trim())),
  featured: z.stringbool().default(false),
  updated: z.iso.date(),
})

export interface ProductArticle extends z.output<typeof Head> {
  /** Its short name, which is the file's. */
  id: string
  body: string
}

/** `product/<short name>.md`: a head of `key: value` lines between two lines of dashes, then Markdown. */
function readArticle(folder: string, file: string): ProductArticle {
  const [, head = '', body = ''] = readFileSync(join(folder, file), 'utf8').split(/^---$/m)
  const entries = head
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()])
  return { id: file.replace(/\.md$/, ''), ...Head.parse(Object.fromEntries(entries)), body: body.trim() }
}

const folder = join(import.meta.dirname, 'product')

/** The articles that ship with this release. */
export const productArticles: readonly ProductArticle[] = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => readArticle(folder, file))
  .toSorted((a, b) => a.id.localeCompare(b.id))

/** For statements that join them with the articles of an organization. */
export const productArticlesJson = JSON.stringify(productArticles.map(({ updated, ...article }) => ({ ...article, updated_at: updated })))

export const productPassagesJson = JSON.stringify(
  productArticles.flatMap(({ id, title, category, body }) =>
    splitPassages(title, body).map(({ headings, passage }, position) => ({ article: id, title, category, position, headings, passage })),
  ),
)
