import { labelled } from './content.ts'

/** Names of their own, so that they take none that a member would choose. */
export const demoProperties = {
  entityName: 'demo_properties',
  displayName: labelled('Properties'),
  description: 'Houses and gardens that customers can visit.',
  category: 'master',
  tags: ['demo', 'property'],
  fields: [
    { name: 'address', label: 'Address', type: 'text', required: true },
    { name: 'city', label: 'City', type: 'text', indexed: true },
    {
      name: 'kind',
      label: 'Kind',
      type: 'choice',
      options: [
        { value: 'house', label: 'House' },
        { value: 'flat', label: 'Flat' },
        { value: 'garden', label: 'Garden plot' },
      ],
    },
    { name: 'price', label: 'Price', type: 'money', currency: 'EUR' },
    { name: 'size', label: 'Size in m²', type: 'number', decimals: 0 },
    { name: 'owner', label: 'Owner', type: 'relation', entity: 'contacts' },
  ],
} as const

export const demoViewings = {
  entityName: 'demo_viewings',
  displayName: labelled('Property viewings'),
  description: 'Who visits which property, when, and how it went.',
  category: 'transactional',
  tags: ['demo', 'calendar'],
  fields: [
    { name: 'title', label: 'Title', type: 'text', required: true },
    { name: 'number', label: 'Number', type: 'autonumber', prefix: 'V-' },
    { name: 'property', label: 'Property', type: 'relation', entity: 'demo_properties' },
    { name: 'visitor', label: 'Visitor', type: 'relation', entity: 'contacts' },
    { name: 'day', label: 'Day', type: 'date' },
    {
      name: 'state',
      label: 'State',
      type: 'choice',
      defaultValue: 'planned',
      options: [
        { value: 'planned', label: 'Planned' },
        { value: 'done', label: 'Done' },
        { value: 'offer', label: 'Offer made' },
        { value: 'declined', label: 'Declined' },
      ],
    },
    { name: 'rating', label: 'Rating', type: 'number', decimals: 0, help: 'From 1 to 5.' },
    { name: 'notes', label: 'Notes', type: 'long-text' },
  ],
} as const

/** Streets, cities, kinds, prices in cents and sizes. */
export const demoAddresses = [
  ['Elm Street 7', 'Bremen', 'house', 48_900_000, 142],
  ['Harbour Lane 12', 'Hamburg', 'flat', 62_500_000, 96],
  ['Rose Path 3', 'Potsdam', 'garden', 8_900_000, 420],
  ['Mill Road 28', 'Münster', 'house', 53_000_000, 168],
  ['Park Avenue 5', 'Leipzig', 'flat', 31_500_000, 74],
  ['Vineyard 16', 'Freiburg', 'house', 79_000_000, 205],
  ['Station Square 1', 'Kassel', 'flat', 22_900_000, 61],
  ['Lake View 9', 'Schwerin', 'garden', 12_400_000, 610],
] as const

export const demoViewingCount = 24
