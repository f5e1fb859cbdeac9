import type { CampaignContent, OfficialTemplate } from '../contents.ts'
import { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { z } from 'zod'

type Given = Pick<OfficialTemplate, 'key' | 'name' | 'description' | 'tags' | 'icon'> & {
  channel: CampaignContent['channel']
  definition: z.input<typeof CampaignDefinition>
}

const campaign = ({ channel, definition, ...about }: Given): Omit<OfficialTemplate, 'included'> => ({
  ...about,
  category: 'campaign',
  // Complete, as it will be stored: fields that a release adds to a campaign get their defaults here, too.
  content: JSON.parse(JSON.stringify({ channel, definition: CampaignDefinition.parse(definition) })) as OfficialTemplate['content'],
})

const daytime = { from: '09:00', until: '18:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] } as const

const page = (heading: string, paragraphs: readonly string[], button?: { label: string; href: string }): string =>
  [
    `<h1 style="font-size:22px;margin:0 0 16px">${heading}</h1>`,
    ...paragraphs.map((text) => `<p style="font-size:15px;line-height:1.6;margin:0 0 14px">${text}</p>`),
    ...(button
      ? [
          `<p style="margin:22px 0"><a href="${button.href}" style="background:#4f46e5;color:#ffffff;border-radius:8px;padding:11px 20px;text-decoration:none;font-size:15px">${button.label}</a></p>`,
        ]
      : []),
  ].join('\n')

/** The six official campaigns. They are drafts: audience, sender and links are the organization's to choose. */
export const officialCampaigns = [
  campaign({
    key: 'welcome-email',
    name: 'Welcome Email',
    description: 'Greets people who have just joined, says what to expect, and leads them to the first step.',
    tags: ['email', 'onboarding', 'welcome'],
    icon: 'mail',
    channel: 'email',
    definition: {
      content: {
        subject: 'Welcome to {{ organization.name }}{% if first_name %}, {{ first_name }}{% endif %}',
        preheader: 'Three things to begin with',
        html: page(
          'Welcome{% if first_name %}, {{ first_name }}{% endif %}!',
          [
            'It is good to have you with {{ organization.name }}.',
            'Begin with your first project: it takes five minutes, and everything can be changed later.',
            'Questions? Answer this mail. A person reads it.',
          ],
          { label: 'Begin', href: 'https://example.com/start' },
        ),
      },
    },
  }),
  campaign({
    key: 'product-launch',
    name: 'Product Launch',
    description: 'Announces something new with two subject lines: a fifth of the audience decides which one the others get.',
    tags: ['ab-test', 'email', 'launch'],
    icon: 'speakerphone',
    channel: 'email',
    definition: {
      content: {
        subject: 'It is here: what you asked us for',
        preheader: 'Built from your feedback',
        html: page(
          'It is here',
          ['{{ first_name | default: "Hello" }}, you asked, we built it.', 'It is available to you from today, at no extra cost.'],
          { label: 'See what is new', href: 'https://example.com/new' },
        ),
      },
      ab: {
        variants: [
          {
            name: 'Question',
            share: 50,
            content: {
              subject: 'What would you do with an hour more a day?',
              preheader: 'New today',
              html: page(
                'An hour more a day',
                [
                  '{{ first_name | default: "Hello" }}, that is what our new release gives back to most teams.',
                  'It is available to you from today.',
                ],
                { label: 'See how', href: 'https://example.com/new' },
              ),
            },
          },
        ],
        testPercent: 20,
        winnerBy: 'clicked',
        waitHours: 4,
      },
      window: { ...daytime, days: [...daytime.days] },
    },
  }),
  campaign({
    key: 'monthly-newsletter',
    name: 'Monthly Newsletter',
    description: 'Goes out on the same day of every month, to whoever is in the audience by then.',
    tags: ['email', 'newsletter', 'recurring'],
    icon: 'calendar',
    channel: 'email',
    definition: {
      content: {
        subject: 'News from {{ organization.name }}',
        preheader: 'What happened this month',
        html: page('This month', [
          'Hello {{ first_name | default: "there" }},',
          '<strong>First story.</strong> Two or three sentences, and a link for those who want more.',
          '<strong>Second story.</strong> What changed, and what it means for you.',
          '<strong>Coming up.</strong> A date to note.',
        ]),
      },
      schedule: { type: 'recurring', startAt: '2027-01-05T10:00', timeZone: 'UTC', frequency: 'monthly', endAt: null, missed: 'run_once' },
    },
  }),
  campaign({
    key: 'win-back',
    name: 'Win-back Offer',
    description: 'Writes to customers who have been away, with an offer that ends on a date.',
    tags: ['email', 'retention', 'sales'],
    icon: 'repeat',
    channel: 'email',
    definition: {
      content: {
        subject: '{% if first_name %}{{ first_name }}, we{% else %}We{% endif %} have missed you',
        preheader: 'Something for your way back',
        html: page(
          'It has been a while',
          [
            'Much is better than when you were last here.',
            'Come back this month, and the first order is 20 % off. The code is <strong>WELCOMEBACK</strong>.',
          ],
          { label: 'Have a look', href: 'https://example.com/back' },
        ),
      },
      window: { ...daytime, days: [...daytime.days] },
      throttlePerMinute: 600,
    },
  }),
  campaign({
    key: 'appointment-reminder',
    name: 'Appointment Reminder',
    description: 'A text message that reminds people of their appointment, only during the day of the recipient.',
    tags: ['appointments', 'reminder', 'sms'],
    icon: 'message',
    channel: 'sms',
    definition: {
      content: {
        text: 'Hello {{ first_name | default: "there" }}, this is a reminder of your appointment with {{ organization.name }}. To change it, answer this message.',
      },
      purpose: 'transactional',
      window: { from: '09:00', until: '19:00', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
    },
  }),
  campaign({
    key: 'audience-sync',
    name: 'Audience Sync',
    description: 'Hands every person of an audience to another system by a signed webhook, one request each.',
    tags: ['integration', 'sync', 'webhook'],
    icon: 'webhook',
    channel: 'webhook',
    definition: {
      content: {
        text: '{"email": "{{ email | default: "" }}", "name": "{{ name | default: "" }}", "tags": "{{ tags | join: "," }}"}',
      },
      throttlePerMinute: 1200,
    },
  }),
]
