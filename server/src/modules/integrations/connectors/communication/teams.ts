import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { secretAddress } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import { ServiceError } from '../../kit/service-error.ts'

const adaptiveCard = (body: object[], actions: object[] = []) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: { $schema: 'http://adaptivecards.io/schemas/adaptive-card.json', type: 'AdaptiveCard', version: '1.4', body, actions },
    },
  ],
})

const textBlock = (text: string, more: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...more })
const text = z.string().min(1).max(20_000).meta({ title: 'Text', description: 'Markdown', isLong: true })

/** https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using */
export const teams = defineConnector({
  id: 'teams',
  name: 'Microsoft Teams',
  category: 'Communication',
  description: 'Posts messages and cards to a channel or chat by its incoming webhook.',
  isPopular: true,
  baseUrl: '{webhookUrl}',
  auth: [
    secretAddress({
      key: 'webhookUrl',
      label: 'Webhook URL',
      hint: 'In Teams: Workflows, "Send webhook alerts to a channel". The address is the only secret.',
    }),
  ],
  // Every call posts a message, so only the form of the address can be looked at.
  test: {
    run: async ({ fields }) => {
      const address = URL.parse(fields['webhookUrl'] ?? '')
      if (address?.protocol !== 'https:') throw new ServiceError('The webhook URL must begin with https://')
      return address.host
    },
  },
  actions: {
    send_message: action({
      title: 'Send a message',
      description: 'Posts a text to the channel.',
      input: z.object({ text }),
      method: 'POST',
      request: (input) => ({ path: '', json: adaptiveCard([textBlock(input.text)]) }),
      read: () => ({ accepted: true }),
      sample: { accepted: true },
    }),
    send_card: action({
      title: 'Send a card',
      description: 'Posts a card with a title, a text, facts and a button.',
      input: z.object({
        title: z.string().min(1).max(500).meta({ title: 'Title' }),
        text,
        facts: z
          .record(z.string(), z.string())
          .optional()
          .meta({ title: 'Facts', description: 'Names and values, as {"Budget": "5,000"}' }),
        url: z.url().optional().meta({ title: 'Address of the button' }),
        buttonText: z.string().max(100).default('Open').meta({ title: 'Text of the button' }),
      }),
      method: 'POST',
      request: (input) => ({
        path: '',
        json: adaptiveCard(
          [
            textBlock(input.title, { size: 'Large', weight: 'Bolder' }),
            textBlock(input.text),
            ...(input.facts ? [{ type: 'FactSet', facts: Object.entries(input.facts).map(([title, value]) => ({ title, value })) }] : []),
          ],
          input.url === undefined ? [] : [{ type: 'Action.OpenUrl', title: input.buttonText, url: input.url }],
        ),
      }),
      read: () => ({ accepted: true }),
      sample: { accepted: true },
    }),
  },
})
