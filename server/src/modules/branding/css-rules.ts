/**
 * What custom CSS may say. Whatever is not listed is refused: nothing that fetches, covers the product's own controls, hides what a
 * law requires to be seen, or reads what stands on a page.
 */
export const allowedProperties: ReadonlySet<string> = new Set(
  (
    'color background background-color background-image background-size background-position background-repeat ' +
    'border border-color border-style border-width border-radius border-top border-right border-bottom border-left ' +
    'border-top-color border-right-color border-bottom-color border-left-color border-top-width border-right-width border-bottom-width ' +
    'border-left-width border-top-style border-right-style border-bottom-style border-left-style border-top-left-radius ' +
    'border-top-right-radius border-bottom-left-radius border-bottom-right-radius border-collapse border-spacing ' +
    'padding padding-top padding-right padding-bottom padding-left padding-block padding-inline ' +
    'margin-top margin-bottom margin-block gap row-gap column-gap ' +
    'font-size font-weight font-style font-variant font-variant-numeric font-feature-settings letter-spacing line-height word-spacing ' +
    'text-align text-decoration text-decoration-color text-decoration-line text-decoration-style text-decoration-thickness ' +
    'text-underline-offset text-transform text-shadow text-wrap white-space hyphens ' +
    'box-shadow outline outline-color outline-offset outline-style outline-width accent-color caret-color ' +
    'max-width min-height list-style-type vertical-align cursor transition transition-property transition-duration transition-timing-function'
  ).split(' '),
)

export const allowedFunctions: ReadonlySet<string> = new Set(
  (
    'rgb rgba hsl hsla hwb lab lch oklab oklch color-mix light-dark calc min max clamp var linear-gradient radial-gradient ' +
    'conic-gradient repeating-linear-gradient repeating-radial-gradient cubic-bezier steps'
  ).split(' '),
)

/** Pseudo-classes without an argument, and those whose argument is a selector. */
export const allowedPseudoClasses: ReadonlySet<string> = new Set(
  (
    'hover focus focus-visible focus-within active disabled enabled checked first-child last-child only-child first-of-type ' +
    'last-of-type nth-child nth-last-child nth-of-type empty link visited placeholder-shown invalid valid required not is where'
  ).split(' '),
)

export const allowedPseudoElements: ReadonlySet<string> = new Set(['placeholder', 'selection', 'marker', 'first-line', 'first-letter'])

/** Our own variables that a rule may set, so that a brand can go further than three colors. */
export const allowedVariables: ReadonlySet<string> = new Set(
  '--primary --secondary --accent --bg --surface --text --text-2 --border --on-primary --primary-text'.split(' '),
)
