/** The ten fonts that the product ships, Inter first. */
export const brandFonts = [
  'inter',
  'roboto',
  'open-sans',
  'montserrat',
  'source-sans-3',
  'nunito',
  'raleway',
  'work-sans',
  'merriweather',
  'lora',
] as const
export type BrandFont = (typeof brandFonts)[number]

/** Names of the fonts as their makers write them. */
export const brandFontNames: Record<BrandFont, string> = {
  inter: 'Inter',
  roboto: 'Roboto',
  'open-sans': 'Open Sans',
  montserrat: 'Montserrat',
  'source-sans-3': 'Source Sans 3',
  nunito: 'Nunito',
  raleway: 'Raleway',
  'work-sans': 'Work Sans',
  merriweather: 'Merriweather',
  lora: 'Lora',
}
