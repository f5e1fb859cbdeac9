import { EmailDesign } from '../email-design.ts'

/** A design with each kind of block, for tests. */
export const everyBlock: EmailDesign = EmailDesign.parse({
  blocks: [
    { id: 'heading', type: 'heading', spans: [{ text: 'Hello ' }, { field: 'first_name', fallback: 'there' }] },
    {
      id: 'text',
      type: 'text',
      background: '#fef3c7',
      paragraphs: [
        {
          spans: [
            { text: 'We are ' },
            { text: 'open', bold: true },
            { text: ' again: ' },
            { text: 'our shop', link: 'https://shop.test/' },
          ],
        },
        { list: 'bullet', spans: [{ text: 'Chairs' }] },
        { list: 'bullet', spans: [{ text: 'Tables' }] },
        { list: 'number', spans: [{ text: 'Come in' }] },
      ],
    },
    { id: 'image', type: 'image', src: 'https://shop.test/a.png', alt: 'A chair', link: 'https://shop.test/chair', isRounded: true },
    { id: 'button', type: 'button', label: 'See chairs', url: 'https://shop.test/chairs' },
    { id: 'outline', type: 'button', label: 'See all', url: 'https://shop.test/all', look: 'outline', isWide: true },
    {
      id: 'columns',
      type: 'columns',
      ratio: '1:2',
      columns: [
        [{ id: 'left', type: 'image', src: 'https://shop.test/b.png', alt: 'A table' }],
        [{ id: 'right', type: 'text', paragraphs: [{ spans: [{ text: 'A table' }] }] }],
      ],
    },
    {
      id: 'fixed',
      type: 'columns',
      ratio: '1:1:1',
      stacks: false,
      columns: [[{ id: 'one', type: 'heading', level: 3, spans: [{ text: '1' }] }], [], [{ id: 'three', type: 'spacer' }]],
    },
    { id: 'divider', type: 'divider' },
    { id: 'spacer', type: 'spacer' },
    { id: 'social', type: 'social', links: [{ network: 'linkedin', url: 'https://linkedin.com/company/shop' }] },
    { id: 'names', type: 'social', look: 'names', links: [{ network: 'website', url: 'https://shop.test/' }] },
    { id: 'record', type: 'record', title: 'Your order', rows: [{ label: 'Number', value: '{{ custom.order | default: "-" }}' }] },
    { id: 'html', type: 'html', html: '<p>By hand</p>' },
    { id: 'footer', type: 'footer', text: 'You get this because you bought a chair.' },
  ],
})
