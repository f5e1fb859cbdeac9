/** `none` is short for noindex and nofollow. */
export const forbidsIndex = (directives: string): boolean => /(?:^|[\s,:])(?:noindex|none)(?:$|[\s,;])/i.test(directives)
