import {
  bold,
  bullets,
  button,
  columns,
  divider,
  firstName,
  footer,
  heading,
  linked,
  exampleLink,
  organizationName,
  paragraphs,
  picture,
  social,
  space,
} from './layout-kit.ts'
import type { EmailLayout } from './layout-kit.ts'

const step = (number: string, title: string, words: string) => [
  heading(2, number, { padding: 4 }),
  heading(3, title, { padding: 2 }),
  paragraphs([words], { padding: 4 }),
]

const welcome: EmailLayout = {
  key: 'welcome',
  name: 'Welcome',
  description: 'Greets new people, shows three first steps, and invites them to answer.',
  subject: 'Welcome to {{ organization.name }}',
  preheader: 'Three small steps to get started',
  style: { pageColor: '#eef2ff', buttonColor: '#4338ca', linkColor: '#4338ca', headingColor: '#1e1b4b', radius: 12 },
  blocks: (place) => [
    picture(place)('hills', 'Green hills in the morning sun', { padding: 0, isRounded: true }),
    heading(1, ['Welcome, ', firstName], { padding: 16 }),
    paragraphs([
      [
        'Good to have you with ',
        organizationName,
        '. You joined a few thousand people who want to spend less time on routine and more on their work.',
      ],
      'Most people start with these three steps. They take about ten minutes together.',
    ]),
    columns(
      '1:1:1',
      [
        step('1', 'Set up your profile', 'Add your name and photo, so that others recognize you.'),
        step('2', 'Invite a colleague', 'Everything is easier with a second pair of eyes.'),
        step('3', 'Start a project', 'Pick a template and change what does not fit.'),
      ],
      { background: '#eef2ff', padding: 20 },
    ),
    button('Set up my profile', 'start', { padding: 20 }),
    divider,
    paragraphs([['Any questions? Just ', bold('reply to this email'), '. A person reads every answer.']]),
    footer,
  ],
}

const story = (place: { origin: string }, image: 'cup' | 'plant', title: string, words: string, path: string) => [
  picture(place)(image, title, { padding: 4, isRounded: true }),
  heading(3, title, { padding: 6 }),
  paragraphs([[words, ' ', linked('Read more', exampleLink(path))]], { padding: 2 }),
]

const newsletter: EmailLayout = {
  key: 'newsletter',
  name: 'Newsletter',
  description: 'One big story, two smaller ones, and short links. For regular news.',
  subject: 'Your news from {{ organization.name }}',
  preheader: 'The new workshop is open, and two things worth your time',
  style: {
    font: 'georgia',
    headingFont: 'georgia',
    textSize: 17,
    pageColor: '#f3ece0',
    panelColor: '#fffdf8',
    headingColor: '#3b2a1a',
    textColor: '#4a3a2a',
    mutedColor: '#7a6a58',
    linkColor: '#9a3412',
    buttonColor: '#9a3412',
    radius: 4,
  },
  blocks: (place) => [
    heading(2, [organizationName], { align: 'center', padding: 6 }),
    paragraphs(['The monthly letter'], { align: 'center', padding: 2 }),
    divider,
    picture(place)('desk', 'A desk with a lamp, books and a plant', { padding: 8 }),
    heading(1, 'The new workshop is open', { padding: 8 }),
    paragraphs([
      'After eight months of building, the doors are open. There is room for twelve people, daylight from two sides, and finally enough sockets.',
      'Come by on Thursdays from four. The coffee is on us.',
    ]),
    button('See the workshop', 'workshop', { look: 'outline', padding: 14 }),
    space(12),
    divider,
    columns('1:1', [
      story(place, 'cup', 'What we learned from 400 cups', 'A small test with a clear result: the simple one won.', 'cups'),
      story(place, 'plant', 'A plant for every desk', 'They clean the air and lift the mood. We chose three.', 'plants'),
    ]),
    heading(3, 'Also worth reading', { padding: 8 }),
    bullets([
      [linked('How we plan a quarter in one afternoon', exampleLink('planning'))],
      [linked('Five questions to our new colleague', exampleLink('questions'))],
      [linked('Dates for the spring courses', exampleLink('dates'))],
    ]),
    social(['website', 'instagram', 'linkedin'], { padding: 20 }),
    footer,
  ],
}

const feature = (place: { origin: string }, image: 'lamp' | 'cup' | 'plant', title: string, words: string) =>
  columns(
    '1:2',
    [
      [picture(place)(image, title, { padding: 6, isRounded: true })],
      [heading(3, title, { padding: 6 }), paragraphs([words], { padding: 2 })],
    ],
    {
      valign: 'middle',
      padding: 8,
    },
  )

const productNews: EmailLayout = {
  key: 'product-news',
  name: 'Product news',
  description: 'Announces a release: the headline first, then what changed, point by point.',
  subject: 'New: three things you asked for',
  preheader: 'Faster search, shared lists, and a quieter inbox',
  style: {
    pageColor: '#f0fdfa',
    headingColor: '#134e4a',
    linkColor: '#0f766e',
    buttonColor: '#0f766e',
    headingFont: 'trebuchet',
    radius: 16,
  },
  blocks: (place) => [
    paragraphs([[bold('New this month')]], { align: 'center', padding: 4 }),
    heading(1, 'Three things you asked for', { align: 'center', padding: 4 }),
    paragraphs(['You wrote, we listened. All three are in your account from today, at no extra cost.'], { align: 'center' }),
    button('Try them now', 'new', { align: 'center', padding: 16 }),
    space(16),
    feature(place, 'lamp', 'Search that finds it', 'Results appear while you type, and typing errors no longer matter.'),
    divider,
    feature(place, 'cup', 'Lists for the whole team', 'Share a list with one click. Everyone sees who changed what.'),
    divider,
    feature(place, 'plant', 'A quieter inbox', 'Notices that belong together arrive as one summary in the evening.'),
    paragraphs([['Small fixes are in the ', linked('list of changes', exampleLink('changes')), '.']], {
      background: '#ccfbf1',
      padding: 18,
      align: 'center',
    }),
    space(8),
    footer,
  ],
}

const customerStory: EmailLayout = {
  key: 'customer-story',
  name: 'Customer story',
  description: 'A quote with a portrait, three numbers, and the way to the full story.',
  subject: 'How a bakery with nine people answers in two minutes',
  preheader: '“We finally close on time.”',
  style: { headingFont: 'georgia', pageColor: '#f5f3ff', headingColor: '#2e1065', linkColor: '#6d28d9', buttonColor: '#6d28d9', radius: 6 },
  blocks: (place) => [
    paragraphs([[bold('Customer story')]], { padding: 4 }),
    heading(1, 'A bakery with nine people answers in two minutes', { padding: 6 }),
    paragraphs([
      'Orders came by phone, by email and on paper, and somebody stayed late every evening to sort them. Then the Miller family changed one thing.',
    ]),
    columns(
      '1:2',
      [
        [picture(place)('portrait-a', 'Portrait of Jana Miller', { padding: 4, width: 90, align: 'left', isRounded: true })],
        [
          paragraphs(
            [[{ text: '“We finally close on time. And nobody has asked me where the order list is for three months.”', italic: true }]],
            { padding: 6 },
          ),
          paragraphs([[bold('Jana Miller'), '\nOwner, Miller Bakery']], { padding: 2 }),
        ],
      ],
      { background: '#ede9fe', valign: 'middle', padding: 16 },
    ),
    space(8),
    columns(
      '1:1:1',
      [
        [heading(1, '2 min', { align: 'center', padding: 4 }), paragraphs(['to answer'], { align: 'center', padding: 0 })],
        [heading(1, '–70%', { align: 'center', padding: 4 }), paragraphs(['phone calls'], { align: 'center', padding: 0 })],
        [heading(1, '9', { align: 'center', padding: 4 }), paragraphs(['happy people'], { align: 'center', padding: 0 })],
      ],
      { stacks: false, padding: 12 },
    ),
    button('Read the whole story', 'story', { padding: 20 }),
    footer,
  ],
}

export const newsLayouts: readonly EmailLayout[] = [welcome, newsletter, productNews, customerStory]
