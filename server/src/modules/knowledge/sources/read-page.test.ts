import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listAddresses } from './list-addresses.ts'
import { forbidsIndex } from './forbids-index.ts'
import { readPage, readSitemap } from './read-page.ts'

test('a page that asks not to be indexed says noindex, or none', () => {
  const page = (content: string) => readPage(`<meta name="ROBOTS" content="${content}"><p>x`, 'https://a.example/').mayIndex
  expect([page('none'), page('NOINDEX, follow'), page('nofollow, none')]).toEqual([false, false, false])
  expect([page('all'), page('max-image-preview:none-such'), page('index')]).toEqual([true, true, true])
  expect(forbidsIndex('googlebot: noindex')).toBe(true)
})

test('sitemaps with a prefix and of gzip are read, without the pictures of their pages', async () => {
  const entry =
    '<sm:url><sm:loc>https://a.example/1</sm:loc><image:image><image:loc>https://a.example/p.png</image:loc></image:image></sm:url>'
  const xml = `<sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9">${entry}</sm:urlset>`
  expect(readSitemap(xml, 10)).toEqual({ pages: ['https://a.example/1'], sitemaps: [] })
  const source = { kind: 'sitemap', url: 'https://a.example/s.xml.gz', max_pages: 10 } as never
  const site = (bytes: Buffer) => ({ fetch: async () => ({ bytes }) as never })
  expect(await listAddresses(site(gzipSync(xml)), source)).toEqual(['https://a.example/1'])
  await expect(listAddresses(site(gzipSync(xml).subarray(0, 40)), source)).rejects.toThrow('damaged')
})
