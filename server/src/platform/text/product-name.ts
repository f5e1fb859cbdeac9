/** What the product calls itself. Where an organization shows its own name alone, that stands in its place. */
export const productName = 'Imperium'

/** A text of ours with another name in place of the product's. */
export const inNameOf = (text: string, name: string): string => text.replaceAll(productName, () => name)
