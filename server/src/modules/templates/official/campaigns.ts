import type { CampaignContent, OfficialTemplate } from '../contents.ts'
import { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { z } from 'zod'
import { designedEmail } from './designed-email.ts'

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

/** The six official campaigns. They are drafts: audience, sender and the words of the layouts are the organization's to write. */
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
        ...designedEmail('welcome'),
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
        ...designedEmail('product-news'),
      },
      ab: {
        variants: [
          {
            name: 'Question',
            share: 50,
            content: {
              subject: 'What would you do with an hour more a day?',
              preheader: 'New today',
              ...designedEmail('product-news'),
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
    description: 'Goes out on the same day of every month, to the audience of that day.',
    tags: ['email', 'newsletter', 'recurring'],
    icon: 'calendar',
    channel: 'email',
    definition: {
      content: {
        subject: 'News from {{ organization.name }}',
        preheader: 'What happened this month',
        ...designedEmail('newsletter'),
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
        ...designedEmail('win-back'),
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
