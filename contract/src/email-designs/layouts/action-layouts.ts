import {
  bold,
  bullets,
  button,
  columns,
  divider,
  exampleLink,
  firstName,
  footer,
  heading,
  linked,
  organizationName,
  paragraphs,
  picture,
  record,
  social,
  space,
} from './layout-kit.ts'
import type { EmailLayout, LayoutPicture, LayoutPlace } from './layout-kit.ts'

const eventInvitation: EmailLayout = {
  key: 'event-invitation',
  name: 'Event invitation',
  description: 'A dark invitation with date, place and speakers. One button to say yes.',
  subject: 'You are invited: an evening about good ideas',
  preheader: 'Thursday at seven. Seats are limited.',
  style: {
    pageColor: '#0b1020',
    panelColor: '#151c33',
    headingColor: '#f8fafc',
    textColor: '#cbd5e1',
    mutedColor: '#a3b1c6',
    linkColor: '#fbbf24',
    buttonColor: '#fbbf24',
    buttonTextColor: '#1c1400',
    headingFont: 'trebuchet',
    radius: 10,
  },
  blocks: (place) => [
    picture(place)('stage', 'An empty stage in warm light', { padding: 0, isRounded: true }),
    heading(1, 'An evening about good ideas', { align: 'center', padding: 18 }),
    paragraphs(
      [['Hello ', firstName, ', we would like you to be there. Two short talks, good questions, and time to talk to each other.']],
      { align: 'center' },
    ),
    record('When and where', [
      ['Date', 'Thursday, 12 March'],
      ['Time', '19:00 to 21:30'],
      ['Place', 'Old Library, 4 Garden Street'],
      ['Price', 'Free for guests of {{ organization.name }}'],
    ]),
    button('Save my seat', 'rsvp', { align: 'center', padding: 22 }),
    divider,
    heading(3, 'On stage', { align: 'center' }),
    columns(
      '1:1',
      [
        [
          picture(place)('portrait-a', 'Portrait of Mara Lind', { width: 50, padding: 4, isRounded: true }),
          paragraphs([[bold('Mara Lind'), '\nWhy simple things last']], { align: 'center', padding: 2 }),
        ],
        [
          picture(place)('portrait-b', 'Portrait of Theo Brandt', { width: 50, padding: 4, isRounded: true }),
          paragraphs([[bold('Theo Brandt'), '\nWhat a city taught me']], { align: 'center', padding: 2 }),
        ],
      ],
      { stacks: false },
    ),
    space(8),
    footer,
  ],
}

const product = (place: LayoutPlace, image: LayoutPicture, title: string, before: string, now: string) => [
  picture(place)(image, title, { padding: 4, isRounded: true }),
  heading(3, title, { align: 'center', padding: 4 }),
  paragraphs([[{ text: before, strike: true }, ' ', bold(now)]], { align: 'center', padding: 0 }),
]

const offer: EmailLayout = {
  key: 'offer',
  name: 'Offer',
  description: 'A sale with a clear discount, three products, a code and an end date.',
  subject: '20% off everything until Sunday',
  preheader: 'Your code is inside',
  style: {
    pageColor: '#fee2e2',
    headingColor: '#7f1d1d',
    linkColor: '#b91c1c',
    buttonColor: '#b91c1c',
    headingFont: 'verdana',
    radius: 14,
  },
  blocks: (place) => [
    paragraphs([[bold('Only until Sunday')]], { align: 'center', padding: 4 }),
    heading(1, '20% off everything', { align: 'center', padding: 4 }),
    paragraphs(['For the kitchen, the desk and the window sill. While stocks last.'], { align: 'center', padding: 8 }),
    columns('1:1:1', [
      product(place, 'cup', 'Cup “Morning”', '€18', '€14.40'),
      product(place, 'lamp', 'Lamp “Late”', '€89', '€71.20'),
      product(place, 'plant', 'Pot “Green”', '€24', '€19.20'),
    ]),
    space(12),
    space(14, { background: '#fef2f2' }),
    heading(2, 'SPRING20', { align: 'center', background: '#fef2f2', padding: 3 }),
    paragraphs(['Enter this code at the checkout.'], { align: 'center', background: '#fef2f2', padding: 3 }),
    space(14, { background: '#fef2f2' }),
    button('Go to the shop', 'shop', { isWide: true, align: 'center', padding: 22 }),
    paragraphs([['Valid until Sunday, once per customer, not with other offers. ', linked('All conditions', exampleLink('conditions'))]], {
      align: 'center',
      padding: 4,
    }),
    social(['instagram', 'facebook', 'tiktok'], { padding: 16 }),
    footer,
  ],
}

const reminder: EmailLayout = {
  key: 'appointment-reminder',
  name: 'Appointment reminder',
  description: 'Short and factual: what, when, where, and how to change it.',
  subject: 'Reminder: your appointment tomorrow at 10:30',
  preheader: 'With Dr. Berger, 2 Station Square',
  style: {
    width: 520,
    textSize: 15,
    pageColor: '#f8fafc',
    headingColor: '#0f172a',
    linkColor: '#0369a1',
    buttonColor: '#0369a1',
    radius: 6,
  },
  blocks: () => [
    heading(2, 'See you tomorrow', { padding: 8 }),
    paragraphs([['Hello ', firstName, ', this is a reminder of your appointment.']], { padding: 6 }),
    record('Your appointment', [
      ['Date', 'Tuesday, 14 April'],
      ['Time', '10:30, about 30 minutes'],
      ['With', 'Dr. Berger'],
      ['Place', '2 Station Square, second floor'],
    ]),
    columns(
      '1:1',
      [
        [button('I will be there', 'confirm', { isWide: true, padding: 6 })],
        [button('Change the time', 'change', { look: 'outline', isWide: true, padding: 6 })],
      ],
      { padding: 10 },
    ),
    paragraphs(['Please bring your card, and come five minutes early. If you cannot come, tell us a day before.'], { padding: 10 }),
    footer,
  ],
}

const feedback: EmailLayout = {
  key: 'feedback-request',
  name: 'Feedback request',
  description: 'One question, three answers, one click each.',
  subject: 'One question, {{ first_name | default: "please" }}',
  preheader: 'It takes one click',
  style: { pageColor: '#ecfccb', headingColor: '#1a2e05', linkColor: '#3f6212', buttonColor: '#3f6212', radius: 24, width: 560 },
  blocks: () => [
    space(16),
    heading(1, 'How was your order?', { align: 'center', padding: 8 }),
    paragraphs([['Hello ', firstName, ', your parcel arrived a few days ago. Your answer helps the people who packed it.']], {
      align: 'center',
    }),
    columns(
      '1:1:1',
      [
        [button('Great', 'feedback-3', { isWide: true, align: 'center', padding: 6 })],
        [button('Okay', 'feedback-2', { isWide: true, look: 'outline', align: 'center', padding: 6 })],
        [button('Not good', 'feedback-1', { isWide: true, look: 'outline', align: 'center', padding: 6 })],
      ],
      { padding: 14 },
    ),
    paragraphs(['Would you rather write? Reply to this email. We answer within a day.'], { align: 'center', padding: 16 }),
    footer,
  ],
}

const winBack: EmailLayout = {
  key: 'win-back',
  name: 'Win-back',
  description: 'Shows what has improved since the last visit, with a small gift.',
  subject: '{{ first_name | default: "Hello" }}, it has been a while',
  preheader: 'Something small for your way back',
  style: {
    pageColor: '#fff7ed',
    headingColor: '#7c2d12',
    linkColor: '#c2410c',
    buttonColor: '#c2410c',
    headingFont: 'georgia',
    radius: 12,
  },
  blocks: (place) => [
    columns(
      '2:1',
      [
        [
          heading(1, 'It has been a while', { padding: 6 }),
          paragraphs([['Hello ', firstName, ', we noticed that you have not been here since autumn. A lot is better now.']], {
            padding: 4,
          }),
        ],
        [picture(place)('plant', 'A plant in a blue pot', { padding: 4, isRounded: true })],
      ],
      { valign: 'middle' },
    ),
    bullets(['Delivery the next day, in every city', 'Returns without a form', 'Half of the range is new']),
    heading(3, 'Free delivery on your next order', { align: 'center', background: '#ffedd5', padding: 18 }),
    button('Look around', 'back', { align: 'center', padding: 22 }),
    paragraphs([['Not interested any more? Tell us ', linked('what you would like instead', exampleLink('preferences')), '.']], {
      align: 'center',
      padding: 6,
    }),
    footer,
  ],
}

const personalEmail: EmailLayout = {
  key: 'personal-letter',
  name: 'Personal email',
  description: 'Looks like an email from a person: text only, with a signature.',
  subject: 'A short question',
  preheader: '',
  style: {
    width: 600,
    pageColor: '#ffffff',
    panelColor: '#ffffff',
    font: 'arial',
    headingFont: 'arial',
    textSize: 15,
    textColor: '#222222',
    radius: 0,
  },
  blocks: () => [
    paragraphs([
      ['Hello ', firstName, ','],
      'I am writing to you because you have been with us for a year now. I would like to know what we could do better, and I mean it.',
      [
        'Do you have fifteen minutes next week? You can ',
        linked('choose a time', exampleLink('calendar')),
        ', or simply reply to this email with what comes to mind.',
      ],
      'Thank you for your trust.',
      'Best regards',
    ]),
    paragraphs([[bold('Alex Morgan'), '\n', organizationName]], { padding: 4 }),
    space(12),
    { ...footer, align: 'left' },
  ],
}

export const actionLayouts: readonly EmailLayout[] = [eventInvitation, offer, reminder, feedback, winBack, personalEmail]
