import { t } from '../../../lib/words.ts'
import classes from './message.module.css'

interface PhoneMessageProps {
  channel: 'sms' | 'whatsapp'
  text: string
}

/** A text message as a phone shows it. */
export const PhoneMessage = ({ channel, text }: PhoneMessageProps) => (
  <div className={classes.phone} data-channel={channel}>
    <div className={classes.bubble} tabIndex={0} role="region" aria-label={t('Text of the message')}>
      {text}
    </div>
  </div>
)
