/** What may happen to a message: the moments of a recipient, and what charts count by the hour and day. */
export const counted = ['sent', 'delivered', 'opened', 'clicked', 'responded', 'bounced', 'complained', 'unsubscribed'] as const
