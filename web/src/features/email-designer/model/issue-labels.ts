import type { DesignIssue } from '@imperium/contract/email-designs/lint-design.ts'
import { t } from '../../../lib/words.ts'

/** What an issue of a design says. */
export function issueText({ code, values }: DesignIssue): string {
  switch (code) {
    case 'empty_design':
      return t('The email has no content yet.')
    case 'image_missing':
      return t('Choose an image, or remove the block.')
    case 'alt_missing':
      return t('Describe the image, or mark it as decorative.')
    case 'link_missing':
      return t('The link has no address.')
    case 'example_link':
      return t('{url} is an example address.', values)
    case 'insecure_link':
      return t('{url} does not begin with https.', values)
    case 'label_missing':
      return t('The button has no text.')
    case 'sample_content':
      return t('This is still the text of the layout: "{text}"', values)
    case 'empty_block':
      return t('The block is empty.')
    case 'low_contrast':
      return t('The text is hard to read: its contrast is {ratio}.', values)
    case 'too_large':
      return t('The email has {size} KB. Gmail cuts off what is above 102 KB.', values)
    case 'unsupported':
      return t('Some email programs do not show {feature}.', values)
    case 'footer_missing':
      return t('There is no footer: address and unsubscribe link are added at the end.')
    case 'field_without_fallback':
      return t('{field} has no fallback for contacts without a value.', values)
  }
}
