export type ContentPath = 'definition.content' | `definition.ab.variants.${number}.content`

/** How the body of an email is written. */
export type EmailWay = 'design' | 'html'
